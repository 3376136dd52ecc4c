import { numberText } from '@stowage/contract/formats/text/number-text';
import { exportStockAsOf, exportStockValue, type LocationSummary, type StockValue, stockAsOf, stockValue } from '@stowage/contract/inventory/report';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { localDay } from '../../../ui/format/date-time.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { endOfDay } from './day.ts';

interface ValueTabProps {
  /** The stock at the end of this day, `2026-11-20`; now when absent. */
  readonly day: string | undefined;
  readonly onDay: (day: string | undefined) => void;
}

/** The stock at the end of a day, with its value and age. */
export function ValueTab({ day, onDay }: ValueTabProps) {
  const at = day === undefined ? undefined : endOfDay(day, new Date());
  const input = { query: at === undefined ? {} : { at } };
  const value = useQuery({ ...queryFor(stockValue, input), retry: false });
  const places = useQuery({ ...queryFor(stockAsOf, input), retry: false });
  const total = value.data?.total;
  const name = day ?? 'now';
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-4">
        <div className="rounded-card border border-line bg-surface px-4 py-3">
          <DateField label="As of the end of" max={localDay(new Date())} value={day ?? ''} hint={day === undefined ? 'Empty: now' : undefined} onDay={onDay} />
        </div>
        <StatCard name="Units" value={total?.units} />
        <StatCard name="Value at cost" value={total && Number(total.value)} />
        <StatCard name="Units of unknown cost" value={total?.unknown_units} />
      </div>
      {total !== undefined && total.unknown_units > 0 && (
        <Banner tone="warn">
          {numberText(total.unknown_units)} of {numberText(total.units)} units have no known cost. The value leaves them out.
        </Banner>
      )}
      {total !== undefined && total.later_units > 0 && (
        <Banner tone="warn">
          The cost of {numberText(total.later_units)} of {numberText(total.units)} units was entered after that day. The value includes them at the first cost
          entered since.
        </Banner>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card title="Age" description="Days in stock." aside={<ExportButton endpoint={exportStockValue} input={input} name={`age-${name}.csv`} />}>
          <QueryResult query={value} look="cardBanner" failure="Failed to load inventory report" rows={6}>
            {({ total: { units }, ages }) => <DataTable label="Age" columns={ageColumns(units)} rows={ages} keyOf={(row) => row.name} />}
          </QueryResult>
        </Card>
        <Card
          title="Stock by Location"
          description="Without empty locations."
          aside={<ExportButton endpoint={exportStockAsOf} input={input} name={`stock-${name}.csv`} />}
        >
          <QueryResult
            query={places}
            look="cardBanner"
            failure="Failed to load inventory report"
            rows={6}
            isEmpty={(rows) => !rows.some(isHeld)}
            empty={<EmptyState title="No inventory data found" />}
          >
            {(rows) => (
              <ScrollBox label="Scrolling list of locations" className="max-h-[34rem]">
                <DataTable label="Stock by Location" isNarrow columns={PLACE_COLUMNS} rows={rows.filter(isHeld)} keyOf={(row) => row.location} />
              </ScrollBox>
            )}
          </QueryResult>
        </Card>
      </div>
    </>
  );
}

const isHeld = ({ item_count }: LocationSummary) => item_count > 0;

const PLACE_COLUMNS: readonly Column<LocationSummary>[] = [
  { heading: 'Location', isTitle: true, cell: (row) => row.location },
  { heading: 'Item Count', align: 'right', cell: (row) => numberText(row.item_count) },
];

function ageColumns(units: number): readonly Column<StockValue['ages'][number]>[] {
  return [
    { heading: 'Age', isTitle: true, cell: (row) => <span className="whitespace-nowrap">{row.name}</span> },
    {
      heading: 'Share',
      cell: (row) => (
        <span aria-hidden className="block h-2 w-24 overflow-hidden rounded bg-sunken max-sm:w-10">
          <span className="block h-full bg-accent" style={{ width: `${units === 0 ? 0 : (row.units / units) * 100}%` }} />
        </span>
      ),
    },
    { heading: 'Units', align: 'right', cell: (row) => numberText(row.units) },
    { heading: 'Value at cost', align: 'right', cell: (row) => (row.value === null ? 'Hidden' : money(row.value)) },
    { heading: 'Cost unknown', align: 'right', cell: (row) => numberText(row.unknown_units) },
  ];
}

function money(value: string): string {
  return numberText(Number(value), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
