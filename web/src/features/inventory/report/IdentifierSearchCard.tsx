import { numberText } from '@stowage/contract/formats/text/number-text';
import { exportPlaces, type SearchResult, searchByIdentifier } from '@stowage/contract/inventory/report';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { useScannedSearch } from '../../../ui/form/use-scanned-search.ts';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

interface IdentifierSearchCardProps {
  /** The searched identifier; empty without a search. */
  readonly identifier: string;
  readonly onSearch: (identifier: string | undefined) => void;
  readonly onLocation: (location: string) => void;
}

/** The locations of one code's units. A blank search clears the results without a request. */
export function IdentifierSearchCard({ identifier, onSearch, onLocation }: IdentifierSearchCardProps) {
  const search = useQuery({ ...queryFor(searchByIdentifier, { body: { identifier } }), enabled: identifier !== '', retry: false });
  const field = useScannedSearch();
  const find = (wanted: string | undefined) => {
    if (wanted === identifier) void search.refetch();
    onSearch(wanted);
  };
  return (
    <Card
      title="Search by Identifier"
      aside={
        identifier !== '' &&
        search.data !== undefined &&
        search.data.length > 0 && <ExportButton endpoint={exportPlaces} input={{ query: { identifier } }} name={`places-${identifier}.csv`} />
      }
    >
      <SearchForm
        ref={field}
        label="Identifier"
        placeholder="e.g. X001ABC123"
        maxLength={256}
        search={identifier}
        isBusy={search.isFetching}
        isMain
        isForCodes
        onSearch={find}
        className="px-4 pb-4"
      />
      {identifier !== '' && (
        <QueryResult
          query={search}
          look="cardBanner"
          failure={() => 'Failed to search inventory'}
          loading={null}
          empty={<EmptyState title="No items found">Nothing in stock has the code {identifier}.</EmptyState>}
        >
          {(rows) => <DataTable label="Search results" columns={columns(onLocation)} rows={rows} keyOf={(row) => `${row.location} ${row.identifier}`} />}
        </QueryResult>
      )}
    </Card>
  );
}

function columns(onLocation: (location: string) => void): readonly Column<SearchResult>[] {
  return [
    {
      heading: 'Location',
      isTitle: true,
      cell: ({ location }) => (
        <Button size="small" look="quiet" className="-ml-2.5" aria-label={`Open ${location}`} onClick={() => onLocation(location)}>
          {location}
        </Button>
      ),
    },
    { heading: 'Identifier', cell: (row) => <Identifier value={row.identifier} label="identifier" /> },
    { heading: 'ASIN', cell: (row) => <Identifier value={row.asin} label="ASIN" /> },
    { heading: 'Count', align: 'right', cell: (row) => numberText(row.count) },
  ];
}
