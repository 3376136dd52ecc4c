import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { getInvoice, type InvoiceDetail, type InvoiceLine } from '@stowage/contract/invoicing/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { RecordDocuments } from '../../../shared/documents/RecordDocuments.tsx';
import { RecordNeighbors } from '../../../shared/list/RecordNeighbors.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { dayText } from '../../../ui/format/date-time.ts';
import { When } from '../../../ui/format/When.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { rowElement } from '../../../ui/table/rows/use-row-keys.ts';
import type { InvoicingTabProps } from '../invoicing-address.ts';
import { CREDIT_TYPE_NAMES, InvoiceStateBadge, ISSUE_NAMES, RefundDueBadge, ShouldBePaidBadge } from '../invoicing-names.tsx';
import { InvoiceActions, isFinal } from './InvoiceActions.tsx';
import { BesidePdf, InvoicePdf, InvoicePdfPicker } from './InvoicePdf.tsx';

interface InvoiceDialogProps extends Pick<InvoicingTabProps, 'onAddress'> {
  readonly id: number;
  readonly mayWrite: boolean;
  readonly mayApprove: boolean;
}

/** An invoice with its matched lines, its PDF and its actions. */
export function InvoiceDialog({ id, mayWrite, mayApprove, onAddress }: InvoiceDialogProps) {
  const invoice = useQuery(queryFor(getInvoice, { params: { id } }));
  const close = () => onAddress({ invoice: undefined });
  const { data: loaded } = invoice;
  return (
    <Dialog
      title={loaded === undefined ? 'Invoice' : `Invoice ${loaded.number}`}
      size={(loaded?.files.length ?? 0) > 0 ? 'widest' : 'wide'}
      open
      onClose={close}
      returnFocusTo={() => rowElement(id)}
    >
      <RecordNeighbors list="invoices" record={String(id)} onOpen={(next) => onAddress({ invoice: Number(next) })} />
      <QueryResult query={invoice} failure="The invoice could not be loaded" rows={6}>
        {(data) => (
          <BesidePdf pdf={data.files.length > 0 ? <InvoicePdf invoice={data} /> : null}>
            <Warnings invoice={data} />
            <InvoiceFacts invoice={data} />
            <ScrollBox label="Lines" className="max-h-96 rounded-card border border-line">
              <DataTable label="Lines of the invoice" columns={COLUMNS} rows={data.lines} keyOf={({ line_number }) => line_number} />
            </ScrollBox>
            {data.credits.length > 0 && (
              <p>
                Credits applied:{' '}
                {data.credits
                  .map(
                    ({ id: credit, type, memo, amount }) =>
                      `${CREDIT_TYPE_NAMES[type as keyof typeof CREDIT_TYPE_NAMES]} #${credit}${memo === null ? '' : ` (${memo})`} ${moneyText(amount)}`,
                  )
                  .join(', ')}
              </p>
            )}
            {mayWrite && (data.files.length === 0 || !isFinal(data)) && <InvoicePdfPicker invoice={data} />}
            <RecordDocuments kind="INVOICE" id={String(id)} label={data.number} />
            <InvoiceActions invoice={data} mayWrite={mayWrite} mayApprove={mayApprove} onAddress={onAddress} />
          </BesidePdf>
        )}
      </QueryResult>
    </Dialog>
  );
}

function Warnings({ invoice: { issues, state, difference, resembles, void_reason } }: { invoice: InvoiceDetail }) {
  return (
    <>
      {state === 'VOID' && <Banner tone="warn">Void: {void_reason}</Banner>}
      {issues.length > 0 && (
        <Banner tone={state === 'EXCEPTION' ? 'bad' : 'warn'}>
          {issues.map((issue) => ISSUE_NAMES[issue]).join(', ')}
          {difference !== '0.00' && `: ${moneyText(difference)} billed too much`}
        </Banner>
      )}
      {resembles.length > 0 && (
        <Banner tone="warn">The number is similar to invoice {resembles.map(({ number }) => number).join(', ')} of the same vendor</Banner>
      )}
    </>
  );
}

function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const facts: readonly Fact[] = [
    ['Vendor', invoice.vendor],
    ['PO', invoice.po_numbers.join(', ')],
    ['Status', <InvoiceStateBadge key="state" state={invoice.state} />],
    ['Should be paid', <ShouldBePaidBadge key="should" should={invoice.should_be_paid} />],
    ['Invoice date', <Day key="invoiced" day={invoice.invoiced_on} />],
    ['Due', <Day key="due" day={invoice.due_on} none="–" />],
    ['Paid', <Day key="paid" day={invoice.paid_on} none="–" />],
    ['Goods', moneyText(invoice.goods)],
    ['Freight', moneyText(invoice.freight)],
    ['Tax', moneyText(invoice.tax)],
    ...(invoice.discount === '0.00' ? [] : [['Discount', moneyText(invoice.discount)] as const]),
    ['Total', moneyText(invoice.total)],
    ['Currency', invoice.currency],
    ['Credited', moneyText(invoice.credited)],
    ...(invoice.amount_paid === null ? [] : [['Paid in money', moneyText(invoice.amount_paid)] as const]),
    ...(invoice.payments.length < 2
      ? []
      : [['Payments', invoice.payments.map(({ amount, paid_on, paid_by }) => `${moneyText(amount)} on ${dayText(paid_on)} (${paid_by})`).join(', ')] as const]),
    ['To pay', moneyText(invoice.to_pay)],
    ...(invoice.refund_due === '0.00' ? [] : [['Refund', <RefundDueBadge key="refund" due={invoice.refund_due} />] as const]),
    [
      'Entered by',
      <span key="entered">
        {invoice.created_by}, <When text={invoice.created_at} />
      </span>,
    ],
    ...(invoice.approved_by === null
      ? []
      : [['Approved by', `${invoice.approved_by}${invoice.approval_reason === null ? '' : `: ${invoice.approval_reason}`}`] as const]),
    ...(invoice.corrects === null ? [] : [['Corrects', invoice.corrects.number] as const]),
    ...(invoice.corrected_by.length === 0 ? [] : [['Corrected by', invoice.corrected_by.map(({ number }) => number).join(', ')] as const]),
    ...(invoice.notes === null ? [] : [['Notes', invoice.notes] as const]),
  ];
  return <Facts facts={facts} isStacked className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4" />;
}

/** Why the billed units are more than the usable ones: `2 billed but not received, 1 damaged`. */
function overText(over: number, damaged: number): string {
  const broken = Math.min(over, damaged);
  const missing = over - broken;
  if (missing === 0) return `${numberText(broken)} billed but damaged`;
  return `${numberText(missing)} billed but not received${broken > 0 ? `, ${numberText(broken)} damaged` : ''}`;
}

const COLUMNS: readonly Column<InvoiceLine>[] = [
  { heading: 'Supplier SKU', isTitle: true, cell: ({ supplier_sku, product_name }) => <span title={product_name}>{supplier_sku}</span> },
  { heading: 'PO', cell: ({ po_number }) => <span className="whitespace-nowrap">{po_number}</span> },
  { heading: 'Qty', align: 'right', cell: ({ quantity }) => numberText(quantity) },
  { heading: 'Unit cost', align: 'right', cell: ({ unit_cost }) => moneyText(unit_cost) },
  { heading: 'Amount', align: 'right', cell: ({ amount }) => moneyText(amount) },
  { heading: 'PO cost', align: 'right', cell: ({ po_cost }) => moneyText(po_cost) },
  { heading: 'Ordered', align: 'right', cell: ({ ordered }) => numberText(ordered) },
  { heading: 'Usable', align: 'right', cell: ({ usable, damaged }) => `${numberText(usable)}${damaged > 0 ? ` (${damaged} damaged)` : ''}` },
  { heading: 'Total billed', align: 'right', cell: ({ billed }) => numberText(billed) },
  {
    heading: 'Match',
    cell: ({ over_quantity, damaged, has_price_difference, difference, unit_cost, po_cost }) => {
      // A price below the order's cost gets no credit; a person has to check it.
      const isSettled = difference === '0.00' && po_cost !== null && Number(unit_cost) > Number(po_cost);
      return (
        <span className="flex flex-wrap gap-1">
          {over_quantity > 0 && (
            <Badge tone={difference === '0.00' ? 'neutral' : 'bad'}>
              {overText(over_quantity, damaged)}
              {difference === '0.00' && ', credited'}
            </Badge>
          )}
          {has_price_difference && <Badge tone={isSettled ? 'neutral' : 'bad'}>Price difference{isSettled && ', credited'}</Badge>}
          {difference !== '0.00' && <Badge tone="warn">{moneyText(difference)}</Badge>}
          {over_quantity === 0 && !has_price_difference && difference === '0.00' && <Badge tone="good">Matched</Badge>}
        </span>
      );
    },
  },
];
