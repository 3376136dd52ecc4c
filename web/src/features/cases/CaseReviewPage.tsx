import { CASE_STATUSES, type CaseStatus, type CaseView } from '@stowage/contract/cases/case-statuses';
import {
  CASE_DUE_DAYS,
  CASE_PAID_DAYS,
  CASE_RISK_COUNTED,
  CASES_PAGE_SIZE,
  CASES_SEARCH_WINDOW,
  type CaseRow,
  casesPage,
  casesTopic,
  exportCases,
} from '@stowage/contract/cases/cases';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { CaseLabel } from '@stowage/contract/labels/labels';
import type { ReactNode } from 'react';
import { useListQuery } from '../../api/live-query.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../shared/list/chips.ts';
import { ListBar } from '../../shared/list/ListBar.tsx';
import { SelectionBar } from '../../shared/list/SelectionBar.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { targetQuery, useListSelection } from '../../shared/list/use-list-selection.tsx';
import { SelectAll } from '../../ui/column/SelectAll.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { SearchForm } from '../../ui/form/SearchForm.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { numberedList } from '../../ui/table/list-address.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { caseOrder, caseSorting, SORTED_COLUMNS, VIEWED } from './case-order.ts';
import type { CaseReviewAddress } from './case-review-address.ts';
import { CaseCards } from './review/CaseCards.tsx';
import { CasesBulk } from './review/CasesBulk.tsx';
import { CaseDrafts } from './review/case-drafts.tsx';
import { fetchProblem } from './review/case-problem.ts';

interface CaseReviewPageProps extends AddressProps<CaseReviewAddress> {
  /** A link to the page of an order. */
  readonly linkToOrder: (orderId: string) => ReactNode;
  readonly onPrintLabel: (label: CaseLabel) => void;
}

const REFRESH_MS = 1_000;

/** All cases: those that wait for a person, claims that are due soon, and payments to match. */
export function CaseReviewPage(props: CaseReviewPageProps) {
  return (
    <CaseDrafts>
      <Cases {...props} />
    </CaseDrafts>
  );
}

function Cases({ address, onAddress, linkToOrder, onPrintLabel }: CaseReviewPageProps) {
  const { q = '', status } = address;
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const view: CaseView = address.view ?? 'all';
  const matching = { view, status, search: q };
  const list = useListQuery(casesPage, { query: { page, ...matching, ...caseOrder(address) } }, { topic: casesTopic, throttleMs: REFRESH_MS });
  const { data: rows = [], totalCount = 0, atRisk } = list.data ?? {};
  const views = useList({ name: 'cases', address, onAddress, narrow, parts: VIEWED, columns: SORTED_COLUMNS });
  const selection = useListSelection({ rows, idOf, nameOf: (row) => `case ${idOf(row)}`, matching });
  const tabs = [
    { name: 'all', label: 'All' },
    { name: 'open', label: 'Open' },
    { name: 'risk', label: riskLabel(atRisk) },
    { name: 'due', label: `Due in ${CASE_DUE_DAYS} days` },
    { name: 'proposed', label: 'Payments to match' },
    { name: 'paid', label: `Paid in ${CASE_PAID_DAYS} days` },
  ] as const;
  return (
    <Tabs<CaseView> label="Cases" current={view} tabs={tabs} onTab={(name) => narrow({ view: name === 'all' ? undefined : name, status: undefined })}>
      <section aria-label="Cases" className="grid gap-3">
        <Filters {...{ q, status, view }} onFilter={narrow} />
        <ListBar
          list={views}
          chips={chipsOf(address, { q: (text) => `Search: ${text}`, status: (one) => `Status: ${one}` })}
          sorting={caseSorting(address, narrow)}
          isCards
        />
        <header className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-base font-semibold">{listTitle(list.data?.totalCount, { view, status, q })}</h2>
          <ExportButton endpoint={exportCases} input={{ query: { ...matching, ...caseOrder(address) } }} name="cases.csv" />
        </header>
        <SelectionBar nouns={['case', 'cases']} selection={selection} total={{ count: totalCount }}>
          <ExportButton endpoint={exportCases} input={{ query: { ...targetQuery(selection.target), ...caseOrder(address) } }} name="cases-selection.csv" />
          <CasesBulk selection={selection.target} count={selection.count(totalCount)} onDone={selection.keep} />
        </SelectionBar>
        {rows.length > 0 && <SelectAll total={rows.length} selected={selection.onPage} onAll={selection.togglePage} />}
        <QueryResult query={list} look="banner" failure={(error) => `Error: ${fetchProblem(error)}`} loading={<p role="status">Loading cases...</p>}>
          {() => (
            <>
              {rows.length === 0 && <EmptyState title={emptyText({ view, status, q })} />}
              <CaseCards {...{ rows, selection, linkToOrder, onPrintLabel }} open={address.case} onOpen={(id) => onAddress({ case: id })} />
            </>
          )}
        </QueryResult>
        {totalCount > 0 && <Pagination page={page} pageSize={CASES_PAGE_SIZE} totalCount={totalCount} isOld={list.isPlaceholderData} onPage={onPage} />}
      </section>
    </Tabs>
  );
}

const idOf = ({ qr_case_id }: CaseRow) => qr_case_id;

interface Shown {
  readonly view: CaseView;
  readonly status: CaseStatus | undefined;
  readonly q: string;
}

const TITLES: Readonly<Record<CaseView, { list: string; empty: string }>> = {
  all: { list: 'All Cases', empty: 'No cases yet' },
  open: { list: 'Open Cases', empty: 'No open cases' },
  risk: { list: 'Open Claims, Soonest First', empty: 'No open claims' },
  due: { list: `Claims Due within ${CASE_DUE_DAYS} Days`, empty: `No claims are due within ${CASE_DUE_DAYS} days` },
  proposed: { list: 'Cases with a Payment to Match', empty: 'No payments to match' },
  paid: { list: `Cases Paid within ${CASE_PAID_DAYS} Days`, empty: `No payments within ${CASE_PAID_DAYS} days` },
};

/** @param count undefined until it is loaded */
function listTitle(count: number | undefined, { view, status, q }: Shown): string {
  if (q !== '' && count !== undefined && count >= CASES_SEARCH_WINDOW) {
    return `The first ${numberText(count)} matches. Add a word to narrow the search`;
  }
  return `${q !== '' || status !== undefined ? 'Matching Cases' : TITLES[view].list}${inBrackets(count)}`;
}

function riskLabel(count: number | undefined): string {
  return `At risk${inBrackets(count, CASE_RISK_COUNTED)}`;
}

/** The count behind a name; nothing until it is known. @param limit where counting stops */
function inBrackets(count: number | undefined, limit?: number): string {
  return count === undefined ? '' : ` (${numberText(count)}${count === limit ? '+' : ''})`;
}

function emptyText({ view, status, q }: Shown): string {
  if (q !== '' || status !== undefined) return 'No results. Change or clear the filters.';
  return TITLES[view].empty;
}

function Filters({ q, status, view, onFilter }: Shown & { readonly onFilter: (filter: Partial<CaseReviewAddress>) => void }) {
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <SearchForm
        label="Search cases"
        placeholder="Case ID, LPN, order, Amazon case ID, tracking number"
        search={q}
        onSearch={(text) => onFilter({ q: text })}
      />
      {view === 'all' && (
        <SelectField
          label="Status"
          value={status ?? ''}
          options={[{ value: '', label: 'Any' }, ...CASE_STATUSES.map((value) => ({ value, label: value }))]}
          onText={(chosen) => onFilter({ status: chosen || undefined })}
        />
      )}
    </div>
  );
}
