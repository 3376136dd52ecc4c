import { conditionName } from '@stowage/contract/catalog/conditions';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { PRICE_STRATEGIES, type StrategyRow } from '@stowage/contract/pricing/price-strategies';
import { ProductLink } from '../../../shared/product-links.tsx';
import { HeldPriceLink } from '../../../shared/strategies/HeldPriceLink.tsx';
import { BOUNDS } from '../../../shared/strategies/price-bounds.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';

export function strategyColumns(onOpen: (row: StrategyRow) => void): readonly Column<StrategyRow>[] {
  return [
    { heading: 'SKU', cell: ({ sku }) => <Identifier value={sku} label="seller SKU" /> },
    { heading: 'Item', isTitle: true, cell: ({ product_id, title }) => <ProductLink id={product_id}>{title}</ProductLink> },
    { heading: 'Condition', cell: ({ condition }) => conditionName(condition) },
    {
      heading: 'Strategy',
      cell: ({ strategy }) => <span className="lg:whitespace-nowrap">{strategy === null ? 'General rules' : PRICE_STRATEGIES[strategy]}</span>,
    },
    { heading: 'State', cell: stateOf },
    { heading: 'Minimum', align: 'right', cell: ({ minimum }) => amount(minimum) },
    { heading: 'Maximum', align: 'right', cell: ({ maximum }) => amount(maximum) },
    { heading: 'Price now', align: 'right', cell: ({ price, is_on_amazon }) => (is_on_amazon ? moneyText(price) : 'Not on Amazon') },
    { heading: 'Wanted', align: 'right', cell: wantedOf },
    {
      heading: 'Actions',
      isAction: true,
      cell: (row) => (
        <Button size="small" aria-label={`Open the strategy of ${row.sku}`} onClick={() => onOpen(row)}>
          Open
        </Button>
      ),
    },
  ];
}

const amount = (text: string | null) => (text === null ? 'None' : moneyText(text));

function stateOf({ strategy, is_on, held_reason, job_id }: StrategyRow) {
  if (strategy === null) return '';
  if (!is_on) return <Badge>Off</Badge>;
  if (held_reason === null) return <Badge tone="good">On</Badge>;
  return (
    <span className="grid gap-1">
      <span>
        <Badge tone="warn">Held</Badge>
      </span>
      {job_id === null ? held_reason : <HeldPriceLink jobId={job_id}>{held_reason}</HeldPriceLink>}
    </span>
  );
}

function wantedOf({ wanted, bound_by }: StrategyRow) {
  if (wanted === null) return '';
  return bound_by === null ? moneyText(wanted) : `${moneyText(wanted)} (${bound_by === 'MAP' ? BOUNDS.MAP : BOUNDS[bound_by]?.toLowerCase()})`;
}
