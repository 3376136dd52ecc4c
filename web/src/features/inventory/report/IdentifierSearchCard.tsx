import { exportPlaces, type SearchResult, searchByIdentifier } from '@stowage/contract/inventory/report';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

interface IdentifierSearchCardProps {
  /** The searched identifier; empty without a search. */
  readonly identifier: string;
  readonly onSearch: (identifier: string) => void;
  readonly onLocation: (location: string) => void;
}

/** The locations of one code's units. A blank search clears the results without a request. */
export function IdentifierSearchCard({ identifier, onSearch, onLocation }: IdentifierSearchCardProps) {
  const [text, setText] = useState(identifier);
  const search = useQuery({ ...queryFor(searchByIdentifier, { body: { identifier } }), enabled: identifier !== '', retry: false });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted !== '' && wanted === identifier) void search.refetch();
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
      <form onSubmit={submit} className="grid grid-cols-[1fr_auto] items-end gap-3 px-4 pb-4">
        <TextField
          label="Identifier"
          placeholder="e.g. X001ABC123"
          className="font-mono"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="primary" disabled={search.isFetching}>
          {search.isFetching ? 'Searching...' : 'Search'}
        </Button>
      </form>
      {identifier !== '' && search.isError && (
        <div className="px-4 pb-4">
          <Banner tone="bad">Failed to search inventory</Banner>
        </div>
      )}
      {identifier !== '' && search.data?.length === 0 && <EmptyState title="No items found">Nothing in stock has the code {identifier}.</EmptyState>}
      {identifier !== '' && search.data !== undefined && search.data.length > 0 && (
        <DataTable label="Search results" columns={columns(onLocation)} rows={search.data} keyOf={(row) => `${row.location} ${row.identifier}`} />
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
    { heading: 'Count', align: 'right', cell: (row) => row.count.toLocaleString() },
  ];
}
