import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type PoMoneyLine, type PoMoneyRow, poMoneyLines } from '@stowage/contract/invoicing/purchase-money';
import { poName } from '@stowage/contract/purchasing/po-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { CreditRequestDialog } from '../credits/CreditRequestDialog.tsx';
import { CreditReviewDialog } from '../credits/CreditReviewDialog.tsx';
import { type InvoicingTabProps, OTHER_LIST } from '../invoicing-address.ts';
import { ACTION_NAMES } from '../invoicing-names.tsx';

interface OrderLinesProps extends InvoicingTabProps {
  readonly order: PoMoneyRow;
  readonly mayWrite: boolean;
}

/** The lines of an order under its row, each with a suggested action. */
export function OrderLines({ order, mayWrite, address: { back }, onAddress }: OrderLinesProps) {
  const lines = useQuery(queryFor(poMoneyLines, { params: { id: order.id } }));
  const [dialog, setDialog] = useState<'review' | 'request'>();
  const close = () => setDialog(undefined);
  const hasUnclaimed = lines.data?.lines.some(({ unclaimed }) => unclaimed !== '0.00') ?? false;
  const table = (
    <QueryResult query={lines} failure="The lines could not be loaded" rows={3}>
      {(loaded) => <DataTable label={`Lines of ${poName(order.po_number)}`} columns={COLUMNS} rows={loaded.lines} keyOf={({ id }) => id} />}
    </QueryResult>
  );
  if (lines.data === undefined) return table;
  return (
    <div className="grid gap-2 px-4 py-3">
      {table}
      <div className="flex flex-wrap gap-2">
        {back !== undefined && (
          <Button size="small" autoFocus onClick={() => onAddress({ ...OTHER_LIST, tab: 'invoices', invoice: back })}>
            Back to the invoice
          </Button>
        )}
        {mayWrite && (
          <Button size="small" onClick={() => onAddress({ window: 'new', po: order.po_number })}>
            Enter invoice
          </Button>
        )}
        {mayWrite && hasUnclaimed && (
          <Button size="small" look="primary" onClick={() => setDialog('review')}>
            Create credit from differences
          </Button>
        )}
        {order.credit_expected !== '0.00' && (
          <Button size="small" onClick={() => setDialog('request')}>
            Request credit
          </Button>
        )}
        <Button size="small" onClick={() => onAddress({ ...OTHER_LIST, tab: 'invoices', q: order.po_number })}>
          Show invoices
        </Button>
        <Button size="small" onClick={() => onAddress({ ...OTHER_LIST, tab: 'credits', q: order.po_number })}>
          Show credits
        </Button>
      </div>
      {dialog === 'review' && <CreditReviewDialog order={order} lines={lines.data.lines} onClose={close} onCreated={() => setDialog('request')} />}
      {dialog === 'request' && <CreditRequestDialog orderId={order.id} poNumber={order.po_number} mayWrite={mayWrite} onClose={close} />}
    </div>
  );
}

const TONES = {
  NONE: 'good',
  BILL: 'accent',
  WAIT: 'warn',
  CREATE_CREDIT: 'bad',
  AWAIT_CREDIT: 'warn',
  AWAIT_REFUND: 'warn',
  CHECK_PRICE: 'bad',
  CHECK_CREDIT: 'bad',
} as const;

const COLUMNS: readonly Column<PoMoneyLine>[] = [
  { heading: 'Supplier SKU', cell: ({ supplier_sku }) => supplier_sku },
  { heading: 'Product Name', isTitle: true, cell: ({ product_name }) => product_name },
  { heading: 'Ordered', align: 'right', cell: ({ ordered, unit_cost }) => <At quantity={ordered} cost={moneyText(unit_cost)} /> },
  {
    heading: 'Usable / damaged',
    align: 'right',
    cell: ({ usable, damaged }) => `${numberText(usable)} / ${numberText(damaged)}`,
  },
  { heading: 'Billed', align: 'right', cell: ({ billed, billed_costs }) => <At quantity={billed} cost={billed_costs.map(moneyText).join(', ')} /> },
  { heading: 'Δ qty', align: 'right', cell: ({ quantity_difference, billed }) => (billed === 0 ? '–' : signed(quantity_difference)) },
  { heading: 'Δ $', align: 'right', cell: ({ difference }) => (difference === '0.00' ? '–' : moneyText(difference)) },
  {
    heading: 'Suggested action',
    cell: ({ action, overclaimed }) => (
      <Badge tone={TONES[action]}>
        {ACTION_NAMES[action]}
        {action === 'CHECK_CREDIT' && ` by ${moneyText(overclaimed)}`}
      </Badge>
    ),
  },
];

function At({ quantity, cost }: { quantity: number; cost: string }) {
  return (
    <span className="whitespace-nowrap">
      {numberText(quantity)}
      {cost !== '' && <span className="text-muted"> at {cost}</span>}
    </span>
  );
}

function signed(count: number): string {
  return count > 0 ? `+${numberText(count)}` : numberText(count).replace('-', '−');
}
