import {
  calculateReorder,
  exportReorder,
  REORDER_PAGE_SIZE,
  REORDER_SORTS,
  REORDER_VIEWS,
  type ReorderProposal,
  type ReorderSort,
  type ReorderView,
  reorderPage,
  reorderVendors,
} from '@stowage/contract/purchasing/reorder';
import { useListQuery } from '../../../api/live-query.ts';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../../shared/list/chips.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { SelectionBar } from '../../../shared/list/SelectionBar.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { targetQuery, useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { sortedList } from '../../../ui/table/list-address.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { ReasonsDialog } from './ReasonsDialog.tsx';
import type { ReorderAddress } from './reorder-address.ts';
import { proposalColumns } from './reorder-columns.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { useOrderProposals } from './use-order-proposals.ts';
import { VendorSums } from './VendorSums.tsx';

export interface ReorderPageProps extends AddressProps<ReorderAddress> {
  /** Opens the path of another page. */
  readonly onOpen: (path: string) => void;
}

const ORDER = { sorts: REORDER_SORTS, names: ['title', 'vendor', 'days_left'] } as const;
/** All days of three months. */
const FBA_DAYS = 90;

/** What to order, from whom, and why. */
export function ReorderPage({ address, onAddress, onOpen }: ReorderPageProps) {
  const mayManage = useMay('purchasing.manage');
  const { page, onPage, nextIf, narrow, sorting, query } = sortedList<ReorderAddress, ReorderSort>({ address, onAddress }, ORDER);
  const filter = { search: address.q ?? '', show: address.show ?? 'order', ...(address.vendor !== undefined && { vendor: address.vendor }) } as const;
  const proposals = useListQuery(reorderPage, { query: { ...query, ...filter } });
  const { data: rows = [], totalCount = 0, totalPages = 0, calculated_at = null, fba_days = FBA_DAYS } = proposals.data ?? {};
  const columns = proposalColumns((row) => onAddress({ why: row.product_id }));
  const list = useList({ name: 'reorder-proposals', address, onAddress, narrow, parts: ['q', 'vendor', 'show', 'sort', 'ascending'], columns });
  const selection = useListSelection({ rows, idOf: ({ product_id }: ReorderProposal) => product_id, nameOf: ({ title }) => title, matching: filter });
  const { order, isOrdering } = useOrderProposals(onOpen);
  const open = rows.find(({ product_id }) => product_id === address.why);
  const ids = 'ids' in selection.target ? selection.target.ids : undefined;
  const isNever = proposals.data !== undefined && calculated_at === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!isNever && <VendorSums mayManage={mayManage} isBusy={isOrdering} onOrder={(vendor) => order({ vendor })} onShow={(vendor) => narrow({ vendor })} />}
      <Card
        title="Reorder proposals"
        description="What will sell before another order could arrive, from sales, stock and the vendors’ terms."
        aside={
          <div className="flex flex-wrap gap-2">
            <ExportButton endpoint={exportReorder} input={{ query: { ...filter, sort: query.sort, descending: query.descending } }} name="reorder.csv" />
            {mayManage && <Button onClick={() => onAddress({ window: 'settings' })}>Settings</Button>}
            {mayManage && <CalculateButton />}
          </div>
        }
      >
        <Filters address={address} onChange={narrow} />
        <ListBar
          list={list}
          chips={chipsOf(address, {
            q: (text) => `Search: ${text}`,
            vendor: (vendor) => `Vendor: ${vendor}`,
            show: (view) => (view === 'order' ? undefined : `Show: ${VIEWS[view]}`),
          })}
          sorting={sorting}
          total={proposals.data && { count: totalCount }}
          nouns={['product', 'products']}
        />
        {calculated_at !== null && (
          <p className="px-4 pb-3 text-[13px] text-muted">
            Calculated <When text={calculated_at} />. {fba_days < FBA_DAYS && fbaText(fba_days)}
          </p>
        )}
        <SelectionBar nouns={['product', 'products']} selection={selection} total={proposals.data && { count: totalCount, isMore: false }}>
          <ExportButton endpoint={exportReorder} input={{ query: { show: 'all', ...targetQuery(selection.target) } }} name="reorder-selection.csv" />
          {mayManage && ids !== undefined && (
            <Button size="small" look="primary" disabled={isOrdering} onClick={() => order({ product_ids: [...ids] })}>
              Make order drafts
            </Button>
          )}
        </SelectionBar>
        <QueryResult
          query={proposals}
          failure="The proposals could not be loaded"
          rows={10}
          isEmpty={({ data }) => data.length === 0}
          empty={<Empty isNever={isNever} isFiltered={address.q !== undefined || address.vendor !== undefined || address.show !== undefined} />}
        >
          {({ data }) => (
            <>
              <ListTable
                label="Reorder proposals"
                {...{ list, sorting, selection }}
                rows={data}
                keyOf={({ product_id }) => product_id}
                next={nextIf(page + 1 < totalPages)}
                onOpen={({ product_id }) => onAddress({ why: product_id })}
              />
              <Pagination pageSize={REORDER_PAGE_SIZE} {...{ page, totalCount, onPage }} isOld={proposals.isPlaceholderData} />
            </>
          )}
        </QueryResult>
      </Card>
      {open !== undefined && (
        <ReasonsDialog
          key={open.product_id}
          proposal={open}
          mayManage={mayManage}
          isOrdering={isOrdering}
          onOrder={() => order({ product_ids: [open.product_id] })}
          onOpen={onOpen}
          onClose={() => onAddress({ why: undefined })}
        />
      )}
      {address.window === 'settings' && mayManage && <SettingsDialog onClose={() => onAddress({ window: undefined })} />}
    </div>
  );
}

const VIEWS: Readonly<Record<ReorderView, string>> = {
  order: 'To order',
  problem: 'Can’t be ordered yet',
  season: 'With a season',
  all: 'Everything that sells',
};

function Filters({ address, onChange }: { address: ReorderAddress; onChange: (filter: Pick<ReorderAddress, 'q' | 'show'>) => void }) {
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:max-w-3xl sm:grid-cols-[1fr_14rem]">
      <SearchForm label="Search" placeholder="Product, SKU or barcode" search={address.q ?? ''} onSearch={(q) => onChange({ q })} />
      <SelectField
        label="Show"
        value={address.show ?? 'order'}
        options={REORDER_VIEWS.map((view) => ({ value: view as string, label: VIEWS[view] }))}
        onText={(text) => onChange({ show: text === 'order' ? undefined : REORDER_VIEWS.find((view) => view === text) })}
      />
    </div>
  );
}

function Empty({ isNever, isFiltered }: { isNever: boolean; isFiltered: boolean }) {
  if (isNever) return <EmptyState title="Nothing calculated yet">Proposals appear here every three hours. Press Calculate now to see them at once.</EmptyState>;
  if (isFiltered) return <EmptyState title="No results. Change or clear the filters." />;
  return <EmptyState title="Nothing to order">Stock and orders on their way last until the next order arrives.</EmptyState>;
}

function CalculateButton() {
  const calculate = useCommand(calculateReorder, [reorderPage, reorderVendors]);
  const start = () => calculate.mutate({}, { onSuccess: () => toast('good', 'Calculated the proposals'), onError: (error) => toast('bad', error.message) });
  return (
    <Button disabled={calculate.isPending} onClick={start}>
      {calculate.isPending ? 'Calculating...' : 'Calculate now'}
    </Button>
  );
}

function fbaText(days: number): string {
  if (days === 0) return 'FBA shipments are not known: request the report of FBA sales under Reports, so that they count.';
  return `FBA shipments are known for ${days} of the last ${FBA_DAYS} days.`;
}
