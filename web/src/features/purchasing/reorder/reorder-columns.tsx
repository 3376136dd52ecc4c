import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ReorderProposal } from '@stowage/contract/purchasing/reorder';
import { Badge } from '../../../ui/Badge.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import type { Column } from '../../../ui/table/column.ts';

const PROBLEMS = { NO_VENDOR: 'No vendor', NO_GTIN: 'No UPC or EAN' } as const;

export function proposalColumns(onWhy: (row: ReorderProposal) => void): readonly Column<ReorderProposal>[] {
  const count = (heading: string, field: 'local' | 'fba' | 'on_order' | 'sold_30'): Column<ReorderProposal> => ({
    heading,
    align: 'right',
    sort: field,
    cell: (row) => numberText(row[field]),
  });
  return [
    {
      heading: 'Product',
      isTitle: true,
      sort: 'title',
      cell: ({ title, supplier_sku, is_season, problem }) => (
        <span className="block min-w-40">
          <span className="block">{title}</span>
          <span className="flex flex-wrap items-center gap-1 text-[13px] text-muted">
            {supplier_sku} {is_season && <Badge tone="accent">Season</Badge>} {problem !== null && <Badge tone="warn">{PROBLEMS[problem]}</Badge>}
          </span>
        </span>
      ),
    },
    { heading: 'Vendor', sort: 'vendor', cell: ({ vendor }) => vendor ?? '–' },
    { heading: 'Days left', align: 'right', sort: 'days_left', cell: ({ days_left }) => (days_left === null ? '–' : numberText(Math.floor(days_left))) },
    { heading: 'Days short', align: 'right', sort: 'short_days', cell: ({ short_days }) => <Short days={short_days} /> },
    count('In stock', 'local'),
    count('At FBA', 'fba'),
    {
      heading: 'On order',
      align: 'right',
      sort: 'on_order',
      cell: ({ on_order, in_drafts }) => (
        <span className="whitespace-nowrap">
          {numberText(on_order)} {in_drafts > 0 && <span className="text-muted">+{numberText(in_drafts)} on drafts</span>}
        </span>
      ),
    },
    count('Sold in 30 days', 'sold_30'),
    {
      heading: 'A day',
      align: 'right',
      sort: 'per_day',
      cell: ({ per_day }) => numberText(per_day, { maximumFractionDigits: per_day < 1 ? 2 : 1 }),
    },
    { heading: 'Order', align: 'right', sort: 'quantity', cell: ({ quantity }) => <strong>{numberText(quantity)}</strong> },
    { heading: 'Amount', align: 'right', sort: 'amount', cell: ({ amount, quantity }) => (quantity === 0 ? '–' : moneyText(amount)) },
    buttonColumn({ heading: 'Reasons', text: 'Why', nameOf: ({ title }) => title, onPress: onWhy }),
  ];
}

/** The days without stock that can't be avoided any more. */
function Short({ days }: { days: number | null }) {
  const whole = Math.ceil(days ?? 0);
  return whole <= 0 ? '–' : <Badge tone="warn">{counted(whole, 'day')}</Badge>;
}
