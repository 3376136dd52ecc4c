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
} from '@stowage/contract/cases/cases';
import type { CaseLabel } from '@stowage/contract/labels/labels';
import { type ReactNode, useState } from 'react';
import { useListQuery } from '../../api/live-query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectAll } from '../../ui/column/SelectAll.tsx';
import { SelectField } from '../../ui/form/Field.tsx';
import { SearchForm } from '../../ui/form/SearchForm.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { numberedList } from '../../ui/table/list-address.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { toggled } from '../../ui/table/toggled.ts';
import type { CaseReviewAddress } from './case-review-address.ts';
import { CaseCard } from './review/CaseCard.tsx';
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
  const query = { page, view, status, search: q };
  const list = useListQuery(casesPage, { query }, { topic: casesTopic, throttleMs: REFRESH_MS });
  const { data: rows = [], totalCount = 0, atRisk = 0 } = list.data ?? {};
  // The expanded case stays when it moves to another page, so that its draft stays too.
  const isOnOtherPage = address.case !== undefined && list.data !== undefined && !rows.some(({ qr_case_id }) => qr_case_id === address.case);
  // All cards are in one list with a key per case, so that a card that moves keeps its focus and its open dialogs.
  const cards: readonly { id: number; row?: CaseRow }[] = [
    ...(isOnOtherPage && address.case !== undefined ? [{ id: address.case }] : []),
    ...rows.map((row) => ({ id: row.qr_case_id, row })),
  ];
  const tabs = [
    { name: 'all', label: 'All' },
    { name: 'open', label: 'Open' },
    { name: 'risk', label: `At risk (${atRisk.toLocaleString()}${atRisk === CASE_RISK_COUNTED ? '+' : ''})` },
    { name: 'due', label: `Due in ${CASE_DUE_DAYS} days` },
    { name: 'proposed', label: 'Payments to match' },
    { name: 'paid', label: `Paid in ${CASE_PAID_DAYS} days` },
  ] as const;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const show = (id: number) => onAddress({ case: address.case === id ? undefined : id });
  return (
    <Tabs<CaseView> label="Cases" current={view} tabs={tabs} onTab={(name) => narrow({ view: name === 'all' ? undefined : name, status: undefined })}>
      {list.isError && (
        <Banner tone="bad">
          Error: {fetchProblem(list.error)}
          <Button size="small" className="ml-3" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Banner>
      )}
      <section aria-label="Cases" className="grid gap-3">
        <Filters {...{ q, status, view }} onFilter={narrow} />
        <h2 className="text-base font-semibold">{listTitle(totalCount, { view, status, q })}</h2>
        {list.isPending && <p role="status">Loading cases...</p>}
        {list.data !== undefined && rows.length === 0 && <EmptyState title={emptyText({ view, status, q })} />}
        {rows.length > 0 && (
          <SelectAll
            total={rows.length}
            selected={rows.filter(({ qr_case_id }) => selected.has(qr_case_id)).length}
            onAll={(areAll) => setSelected(new Set(areAll ? rows.map(({ qr_case_id }) => qr_case_id) : []))}
          />
        )}
        {selected.size > 0 && <CasesBulk selection={{ ids: [...selected] }} count={selected.size} onDone={(refused) => setSelected(new Set(refused))} />}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {cards.map(({ id, row }) => (
            <CaseCard
              key={id}
              id={id}
              row={row}
              isOpen={address.case === id}
              onToggle={() => show(id)}
              isSelected={selected.has(id)}
              onSelect={() => setSelected(toggled(selected, id))}
              {...{ linkToOrder, onPrintLabel }}
            />
          ))}
        </ul>
        {totalCount > 0 && <Pagination page={page} pageSize={CASES_PAGE_SIZE} totalCount={totalCount} isOld={list.isPlaceholderData} onPage={onPage} />}
      </section>
    </Tabs>
  );
}

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

function listTitle(count: number, { view, status, q }: Shown): string {
  const number = count.toLocaleString();
  if (q !== '' && count >= CASES_SEARCH_WINDOW) return `The first ${number} matches. Add a word to narrow the search`;
  if (q !== '' || status !== undefined) return `Matching Cases (${number})`;
  return `${TITLES[view].list} (${number})`;
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
          onChange={({ target }) => onFilter({ status: CASE_STATUSES.find((one) => one === target.value) })}
        />
      )}
    </div>
  );
}
