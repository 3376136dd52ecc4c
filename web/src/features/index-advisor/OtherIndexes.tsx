import { type ExistingIndexRow, type IndexOverview, UNUSED_AFTER_DAYS } from '@stowage/contract/index-advisor/index-advisor';
import { Card } from '../../ui/Card.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { EmptyState } from '../../ui/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { size } from './figures.ts';

/** Indexes that cost and give nothing. They are only listed: whether one may go is for people to say. */
export function OtherIndexes({ overview }: { overview: IndexOverview }) {
  return (
    <>
      <Card title="Unused indexes" description={unusedText(overview)}>
        {overview.isOldEnough ? (
          <IndexTable label="Unused indexes" rows={overview.unused} empty="Every index is used" />
        ) : (
          <EmptyState title="Too early to say">
            It counts for less than {UNUSED_AFTER_DAYS} days, so an index that serves a monthly report would look unused.
          </EmptyState>
        )}
      </Card>
      <Card title="Duplicate indexes" description="Another index of the same table serves every search that they do. Unique ones are never listed.">
        <IndexTable label="Duplicate indexes" rows={overview.duplicates} empty="No index repeats another" />
      </Card>
    </>
  );
}

function unusedText({ statisticsSince, isOldEnough }: IndexOverview): string {
  if (statisticsSince === null) return 'The database does not say since when it counts searches.';
  const since = dateTime24(new Date(statisticsSince));
  if (!isOldEnough) return `The database counts searches since ${since}.`;
  return `No search used them since ${since}, when the database began to count. Searches on a replica are not counted.`;
}

function IndexTable({ label, rows, empty }: { label: string; rows: readonly ExistingIndexRow[]; empty: string }) {
  if (rows.length === 0) return <EmptyState title={empty} />;
  return <DataTable label={label} columns={COLUMNS} rows={rows} keyOf={({ tableSchema, indexName }) => `${tableSchema}.${indexName}`} />;
}

const COLUMNS: readonly Column<ExistingIndexRow>[] = [
  {
    heading: 'Table/Index',
    isTitle: true,
    cell: ({ tableSchema, tableName, indexName }) => (
      <div className="grid">
        <span className="font-semibold break-all">{tableSchema === 'public' ? tableName : `${tableSchema}.${tableName}`}</span>
        <span className="font-mono text-xs break-all text-muted">{indexName}</span>
      </div>
    ),
  },
  { heading: 'Definition', cell: ({ definition }) => <code className="text-xs break-words">{definition}</code> },
  { heading: 'Size', align: 'right', cell: ({ bytes }) => <span className="whitespace-nowrap">{size(bytes)}</span> },
  { heading: 'Why', cell: ({ reason }) => reason },
];
