import { type ExistingIndexRow, type IndexOverview, UNUSED_AFTER_DAYS } from '@stowage/contract/index-advisor/index-advisor';
import { Card } from '../../ui/Card.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { size } from './figures.ts';

/** Unused and duplicate indexes. The page only lists them; people decide whether to drop one. */
export function OtherIndexes({ overview }: { overview: IndexOverview }) {
  return (
    <>
      <Card title="Unused indexes" description={unusedText(overview)}>
        {overview.isOldEnough ? (
          <IndexTable label="Unused indexes" rows={overview.unused} empty="All indexes are used" />
        ) : (
          <EmptyState title="Not enough statistics yet">
            The statistics cover less than {UNUSED_AFTER_DAYS} days, so an index for a monthly report would look unused.
          </EmptyState>
        )}
      </Card>
      <Card title="Duplicate indexes" description="Another index of the same table can replace each of these. Unique indexes are never listed.">
        <IndexTable label="Duplicate indexes" rows={overview.duplicates} empty="No duplicate indexes" />
      </Card>
    </>
  );
}

function unusedText({ statisticsSince, isOldEnough }: IndexOverview): string {
  if (statisticsSince === null) return 'The database does not report when its statistics began.';
  const since = dateTime24(new Date(statisticsSince));
  if (!isOldEnough) return `The statistics began on ${since}.`;
  return `Not used since ${since}, when the statistics began. Queries on a replica are not counted.`;
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
