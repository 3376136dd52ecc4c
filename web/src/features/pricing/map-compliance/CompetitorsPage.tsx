import { numberText } from '@stowage/contract/formats/text/number-text';
import { COMPETITORS_PAGE_SIZE, type Competitor, changeCompetitor, listCompetitors } from '@stowage/contract/pricing/map-compliance';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { numberedList } from '../../../ui/table/list-address.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { CompetitorDialog } from './CompetitorDialog.tsx';
import type { CompetitorsAddress } from './competitors-address.ts';
import { MapSettingsCard } from './MapSettingsCard.tsx';

/** The seller accounts that offer our products: rename them, and choose which ones to watch. */
export function CompetitorsPage({ address, onAddress }: AddressProps<CompetitorsAddress>) {
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const list = useListQuery(listCompetitors, { query: { search: address.q ?? '', page, size: COMPETITORS_PAGE_SIZE } });
  const [edited, setEdited] = useState<Competitor | 'new'>();
  const add = useRef<HTMLButtonElement>(null);
  const columns = useColumns(setEdited);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title={`Competitors (${numberText(list.data?.totalCount ?? 0)} accounts)`}
        description="Amazon reports seller IDs, not names. Accounts with the same name are counted as one competitor."
        aside={
          <Button ref={add} look="primary" onClick={() => setEdited('new')}>
            <Plus size={15} aria-hidden /> Add an account
          </Button>
        }
      >
        <SearchForm label="Search name or seller ID" search={address.q ?? ''} onSearch={(q) => narrow({ q })} className="max-w-lg px-4 pb-4" />
        <QueryResult query={list} failure="The competitors could not be loaded" rows={8} empty={<NoCompetitors isFiltered={address.q !== undefined} />}>
          {({ data, totalCount }) => (
            <>
              <DataTable label="Competitors" columns={columns} rows={data} keyOf={({ id }) => id} />
              {totalCount > COMPETITORS_PAGE_SIZE && <Pagination page={page} pageSize={COMPETITORS_PAGE_SIZE} totalCount={totalCount} onPage={onPage} />}
            </>
          )}
        </QueryResult>
      </Card>
      <MapSettingsCard />
      {edited !== undefined && (
        <CompetitorDialog
          competitor={edited === 'new' ? undefined : edited}
          returnFocusTo={edited === 'new' ? () => add.current : undefined}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

function NoCompetitors({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No results">Change or clear the search.</EmptyState>;
  return <EmptyState title="No competitors yet">Competitors appear when offers of your products are sampled.</EmptyState>;
}

function useColumns(onRename: (competitor: Competitor) => void): readonly Column<Competitor>[] {
  const change = useCommand(changeCompetitor, [listCompetitors]);
  const watch = ({ id, isWatched }: Competitor) =>
    change.mutate({ params: { id }, body: { isWatched: !isWatched } }, { onError: (error) => toast('bad', error.message) });
  return [
    { heading: 'Name', isTitle: true, cell: ({ name }) => name },
    { heading: 'Seller ID', cell: ({ sellerId }) => <Identifier value={sellerId} label="Seller ID" /> },
    { heading: 'First seen', cell: ({ firstSeenAt }) => <When text={firstSeenAt} /> },
    { heading: 'Last violation', cell: ({ lastViolation }) => lastViolation ?? 'None' },
    { heading: 'Status', cell: ({ isWatched }) => <Badge tone={isWatched ? 'good' : 'neutral'}>{isWatched ? 'Watched' : 'Not watched'}</Badge> },
    {
      heading: 'Actions',
      isAction: true,
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <Button size="small" aria-label={`Rename ${row.name}`} onClick={() => onRename(row)}>
            Rename
          </Button>
          <Button size="small" disabled={change.isPending} aria-label={`${row.isWatched ? 'Stop watching' : 'Watch'} ${row.name}`} onClick={() => watch(row)}>
            {row.isWatched ? 'Stop watching' : 'Watch'}
          </Button>
        </span>
      ),
    },
  ];
}
