import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { DRAFT_ORIGINS, type DraftOrigin, type DraftSummary, listDrafts } from '@stowage/contract/purchasing/order-drafts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { queryFor } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { chipsOf } from '../../../shared/list/chips.ts';
import { completeList } from '../../../shared/list/complete-list.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { Column } from '../../../ui/table/column.ts';
import { PageLink } from '../../../ui/table/PageLink.tsx';
import type { DraftsAddress } from './drafts-address.ts';

interface DraftsPageProps extends AddressProps<DraftsAddress> {
  /** Opens the path of another page. */
  readonly onOpen: (path: string) => void;
}

const NEW_ORDER = '/purchase-orders/drafts/new';
const pathOf = ({ id }: Pick<DraftSummary, 'id'>) => `/purchase-orders/drafts/${id}`;

/** The purchase orders that were written here and not sent yet. */
export function DraftsPage({ address, onAddress, onOpen }: DraftsPageProps) {
  const mayManage = useMay('purchasing.manage');
  const drafts = useQuery({ ...queryFor(listDrafts, {}), staleTime: 0 });
  const words = (address.q ?? '').toUpperCase();
  const matching = (drafts.data?.drafts ?? []).filter(
    ({ po_number, vendor, origin }) => `${po_number} ${vendor}`.toUpperCase().includes(words) && (address.origin ?? origin) === origin,
  );
  const { rows, sorting } = completeList({ rows: matching, sorts: SORTS, address, onAddress });
  const list = useList({ name: 'order-drafts', address, onAddress, narrow: onAddress, parts: ['q', 'origin', 'sort', 'ascending'], columns: columns(onOpen) });
  return (
    <Card
      title="Order drafts"
      description="Purchase orders that were not sent yet."
      aside={
        mayManage && (
          <Button look="primary" onClick={() => onOpen(NEW_ORDER)}>
            <Plus size={16} aria-hidden /> New order
          </Button>
        )
      }
    >
      <div className="grid items-end gap-3 px-4 pb-4 sm:max-w-3xl sm:grid-cols-[1fr_14rem]">
        <SearchForm label="Search" placeholder="PO number or vendor" search={address.q ?? ''} onSearch={(q) => onAddress({ q })} />
        <SelectField
          label="Begun"
          value={address.origin ?? ''}
          options={[{ value: '', label: 'Any way' }, ...DRAFT_ORIGINS.map((origin) => ({ value: origin as string, label: ORIGINS[origin] }))]}
          onText={(text) => onAddress({ origin: DRAFT_ORIGINS.find((origin) => origin === text) })}
        />
      </div>
      <ListBar
        list={list}
        chips={chipsOf(address, { q: (text) => `Search: ${text}`, origin: (origin) => `Begun: ${ORIGINS[origin]}` })}
        sorting={sorting}
        total={drafts.data && { count: rows.length }}
        nouns={['draft', 'drafts']}
      />
      <QueryResult
        query={drafts}
        failure="The drafts could not be loaded"
        isEmpty={() => rows.length === 0}
        empty={
          drafts.data?.drafts.length === 0 ? (
            <EmptyState title="No order drafts">
              Orders appear here until they are sent. Begin one here, copy an earlier order, or accept proposals under Reorder.
            </EmptyState>
          ) : (
            <EmptyState title="No results. Change or clear the filters." />
          )
        }
      >
        {() => <ListTable label="Order drafts" {...{ list, sorting, rows }} keyOf={({ id }) => id} onOpen={(row) => onOpen(pathOf(row))} />}
      </QueryResult>
    </Card>
  );
}

const ORIGINS: Readonly<Record<DraftOrigin, string>> = { HAND: 'By hand', COPY: 'As a copy', PROPOSAL: 'From proposals' };

const SORTS = {
  po_number: ({ po_number }: DraftSummary) => po_number,
  vendor: ({ vendor }: DraftSummary) => vendor,
  origin: ({ origin }: DraftSummary) => ORIGINS[origin],
  expected_date: ({ expected_date }: DraftSummary) => expected_date,
  lines: ({ lines }: DraftSummary) => lines,
  units: ({ units }: DraftSummary) => units,
  amount: ({ amount }: DraftSummary) => Number(amount),
  updated_at: ({ updated_at }: DraftSummary) => updated_at,
};

const columns = (onOpen: (path: string) => void): readonly Column<DraftSummary>[] => [
  {
    heading: 'PO Number',
    isTitle: true,
    sort: 'po_number',
    cell: (row) => (
      <PageLink path={pathOf(row)} onOpen={onOpen}>
        {row.po_number}
      </PageLink>
    ),
  },
  { heading: 'Vendor', sort: 'vendor', cell: ({ vendor }) => vendor },
  { heading: 'Begun', sort: 'origin', cell: ({ origin }) => <Badge tone={origin === 'PROPOSAL' ? 'accent' : 'neutral'}>{ORIGINS[origin]}</Badge> },
  { heading: 'Expected', sort: 'expected_date', cell: ({ expected_date }) => <Day day={expected_date} /> },
  { heading: 'Lines', align: 'right', sort: 'lines', cell: ({ lines }) => numberText(lines) },
  { heading: 'Units', align: 'right', sort: 'units', cell: ({ units }) => numberText(units) },
  { heading: 'Amount', align: 'right', sort: 'amount', cell: ({ amount }) => moneyText(amount) },
  { heading: 'Changed', sort: 'updated_at', cell: ({ updated_at }) => <When text={updated_at} /> },
  { heading: 'Changed by', cell: ({ updated_by }) => updated_by },
];
