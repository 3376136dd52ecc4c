import { reportedCondition } from '@stowage/contract/catalog/conditions';
import { dollars } from '@stowage/contract/formats/text/money-text';
import type { BreakdownItem } from '@stowage/contract/pricing/pricing-breakdown';
import { Minus, Plus } from 'lucide-react';
import type { ListSelection } from '../../../shared/list/use-list-selection.tsx';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { selectColumn } from '../../../ui/column/select-column.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  lowest_price_per_condition: 'good',
  percentage_off_map_fallback: 'warn',
  error_fallback_to_map: 'bad',
  skipped: 'bad',
};

type Selection = Pick<ListSelection<BreakdownItem, string, object>, 'isSelected' | 'toggle'>;

/** @param selection undefined when rows can't be selected */
export function breakdownColumns(open: ReadonlySet<number>, toggle: (id: number) => void, selection?: Selection): readonly Column<BreakdownItem>[] {
  return [
    ...(selection === undefined ? [] : [selectColumn<BreakdownItem>(({ merchant_sku }) => merchant_sku, selection.isSelected, selection.toggle)]),
    {
      heading: 'Details',
      isAction: true,
      cell: ({ id, merchant_sku }) => (
        <button
          type="button"
          aria-expanded={open.has(id)}
          aria-label={`Details of ${merchant_sku}`}
          onClick={() => toggle(id)}
          className="grid size-8 place-items-center rounded-md border border-edge hover:bg-sunken"
        >
          {open.has(id) ? <Minus size={15} aria-hidden /> : <Plus size={15} aria-hidden />}
        </button>
      ),
    },
    { heading: 'SKU', isTitle: true, sort: 'merchant_sku', cell: ({ merchant_sku }) => <Identifier value={merchant_sku} label="SKU" /> },
    { heading: 'ASIN', sort: 'asin', cell: ({ asin }) => <Identifier value={asin} label="ASIN" /> },
    { heading: 'Condition', cell: ({ condition_id }) => reportedCondition(condition_id) },
    { heading: 'MAP Price', align: 'right', sort: 'map_price', cell: ({ map_price }) => dollars(map_price) },
    { heading: 'Competitive Price', align: 'right', sort: 'competitive_price', cell: ({ competitive_price }) => dollars(competitive_price) },
    {
      heading: 'Submitted Price',
      align: 'right',
      sort: 'submitted_price',
      cell: ({ submitted_price, outcome }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-1.5">
          {(outcome === 'HELD' || outcome === 'REJECTED') && <Badge tone="warn">{outcome === 'HELD' ? 'Held' : 'Rejected'}</Badge>}
          {dollars(submitted_price)}
        </span>
      ),
    },
    { heading: 'Method', cell: ({ pricing_method }) => <Badge tone={TONES[pricing_method] ?? 'neutral'}>{pricing_method.replaceAll('_', ' ')}</Badge> },
    { heading: 'Date', sort: 'created_at', cell: ({ created_at }) => <When text={created_at} /> },
  ];
}
