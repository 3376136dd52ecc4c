import { numberText } from '@stowage/contract/formats/text/number-text';
import type { MapReportRow } from '@stowage/contract/pricing/map-compliance';
import { useMemo } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { dayText } from '../../../ui/format/date-time.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';

interface CountsTableProps {
  readonly rows: readonly MapReportRow[];
  /** The number of sampled products per day. */
  readonly sampledOn: ReadonlyMap<string, number>;
  /** From 1. */
  readonly page: number | undefined;
  readonly onPage: (page: number, replaces?: boolean) => void;
  readonly onShow: (day: string, name: string) => void;
}

const PAGE_SIZE = 25;

/** The figures of the chart as a table, newest day first. */
export function CountsTable({ rows, sampledOn, page: asked = 1, onPage, onShow }: CountsTableProps) {
  const last = Math.max(0, Math.ceil(rows.length / PAGE_SIZE) - 1);
  const page = Math.min(asked - 1, last);
  const newest = useMemo(() => rows.toSorted((a, b) => compareText(b.date, a.date) || b.violationCount - a.violationCount), [rows]);
  return (
    <>
      <DataTable
        label="Violations by day and competitor"
        isNarrow
        keyOf={({ date, competitorName }) => `${date} ${competitorName}`}
        rows={newest.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)}
        columns={[
          { heading: 'Date', isTitle: true, cell: ({ date }) => <Day day={date} /> },
          { heading: 'Competitor', cell: ({ competitorName }) => competitorName },
          { heading: 'Violations', align: 'right', cell: ({ violationCount }) => numberText(violationCount) },
          { heading: 'Products sampled', align: 'right', cell: ({ date }) => sampledText(sampledOn.get(date)) },
          {
            heading: 'Offers',
            isAction: true,
            cell: ({ date, competitorName }) => (
              <Button size="small" aria-label={`Show the offers of ${competitorName} on ${dayText(date)}`} onClick={() => onShow(date, competitorName)}>
                Show offers
              </Button>
            ),
          },
        ]}
      />
      {rows.length > PAGE_SIZE && <Pagination page={page} pageSize={PAGE_SIZE} totalCount={rows.length} onPage={onPage} />}
    </>
  );
}

function sampledText(count: number | undefined): string {
  return count === undefined ? 'Unknown' : numberText(count);
}

/** Compares code units, because `localeCompare` takes a second for a year of all competitors. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
