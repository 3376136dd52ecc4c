import { poMoneyLines, poMoneyPage } from '@stowage/contract/purchase-money';
import { creditPage } from '@stowage/contract/vendor-credits';
import { approveInvoice, getInvoice, type InvoiceDetail, type InvoiceLine, invoicePage, payInvoice, voidInvoice } from '@stowage/contract/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { localDay } from '../../ui/date-time.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { moneyText } from '../../ui/money.ts';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { When } from '../../ui/When.tsx';
import { BesidePdf, InvoicePdf, InvoicePdfPicker } from './InvoicePdf.tsx';
import { type InvoicingTabProps, OTHER_LIST } from './invoicing-address.ts';
import { CREDIT_TYPE_NAMES, InvoiceStateBadge, ISSUE_NAMES, ShouldBePaidBadge } from './invoicing-names.tsx';

const STALE = [getInvoice, invoicePage, poMoneyPage, poMoneyLines, creditPage];

interface InvoiceDialogProps extends Pick<InvoicingTabProps, 'onAddress'> {
  readonly id: number;
  readonly mayWrite: boolean;
  readonly mayApprove: boolean;
}

/** An invoice with what it is matched with, its document, and what may be done with it. */
export function InvoiceDialog({ id, mayWrite, mayApprove, onAddress }: InvoiceDialogProps) {
  const invoice = useQuery(queryFor(getInvoice, { params: { id } }));
  const close = () => onAddress({ invoice: undefined });
  const { data } = invoice;
  return (
    <Dialog title={data === undefined ? 'Invoice' : `Invoice ${data.number}`} size={data?.file ? 'widest' : 'wide'} open onClose={close}>
      {invoice.isPending && <SkeletonRows count={6} />}
      {invoice.isError && data === undefined && (
        <ErrorState title="The invoice could not be loaded" detail={invoice.error.message} onRetry={() => void invoice.refetch()} />
      )}
      {data !== undefined && (
        <BesidePdf pdf={data.file && <InvoicePdf invoice={data} />}>
          <Warnings invoice={data} />
          <Facts invoice={data} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
          <div role="region" aria-label="Lines" tabIndex={0} className="max-h-96 overflow-auto rounded-card border border-line">
            <DataTable label="Lines of the invoice" columns={COLUMNS} rows={data.lines} keyOf={({ line_number }) => line_number} />
          </div>
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
          {mayWrite && (data.file === null || !isFinal(data)) && <InvoicePdfPicker invoice={data} />}
          <Actions invoice={data} mayWrite={mayWrite} mayApprove={mayApprove} onAddress={onAddress} />
        </BesidePdf>
      )}
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
          {difference !== '0.00' && `: ${moneyText(difference)} too much`}
        </Banner>
      )}
      {resembles.length > 0 && <Banner tone="warn">Its number resembles invoice {resembles.map(({ number }) => number).join(', ')} of the same vendor</Banner>}
    </>
  );
}

function Facts({ invoice }: { invoice: InvoiceDetail }) {
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    ['Vendor', invoice.vendor],
    ['PO', invoice.po_numbers.join(', ')],
    ['Status', <InvoiceStateBadge key="state" state={invoice.state} />],
    ['Should be paid', <ShouldBePaidBadge key="should" should={invoice.should_be_paid} />],
    ['Invoice date', invoice.invoiced_on],
    ['Due', invoice.due_on ?? '–'],
    ['Paid', invoice.paid_on ?? '–'],
    ['Goods', moneyText(invoice.goods)],
    ['Freight', moneyText(invoice.freight)],
    ['Tax', moneyText(invoice.tax)],
    ['Total', moneyText(invoice.total)],
    ['Currency', invoice.currency],
    ['Credited', moneyText(invoice.credited)],
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
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isFinal({ state }: InvoiceDetail): boolean {
  return state === 'PAID' || state === 'VOID';
}

type Asked = 'approve' | 'pay' | 'void';

function Actions({ invoice, mayWrite, mayApprove, onAddress }: Omit<InvoiceDialogProps, 'id'> & { readonly invoice: InvoiceDetail }) {
  const [asked, setAsked] = useState<Asked>();
  const { id, state, lines } = invoice;
  const isOpen = state === 'MATCHED' || state === 'EXCEPTION';
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {mayWrite && (isOpen || state === 'DRAFT') && <Button onClick={() => onAddress({ window: 'edit' })}>Edit</Button>}
      {mayWrite && !isFinal(invoice) && (state !== 'APPROVED' || mayApprove) && <Button onClick={() => setAsked('void')}>Void</Button>}
      {mayWrite && state === 'PAID' && (
        <Button onClick={() => onAddress({ window: 'new', corrects: id, po: lines[0]?.po_number })}>Enter correcting invoice</Button>
      )}
      {invoice.difference !== '0.00' && (
        <Button onClick={() => onAddress({ ...OTHER_LIST, invoice: undefined, tab: undefined, q: lines[0]?.po_number, order: lines[0]?.purchase_order_id })}>
          Show differences
        </Button>
      )}
      {mayApprove && isOpen && (
        <Button look="primary" onClick={() => setAsked('approve')}>
          Approve
        </Button>
      )}
      {mayApprove && state === 'APPROVED' && (
        <Button look="primary" onClick={() => setAsked('pay')}>
          Mark as paid
        </Button>
      )}
      {asked === 'approve' && <ApproveDialog invoice={invoice} onClose={close} />}
      {asked === 'pay' && <PayDialog invoice={invoice} onClose={close} />}
      {asked === 'void' && <VoidDialog invoice={invoice} onClose={close} />}
    </div>
  );
}

interface ActionDialogProps {
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

function ApproveDialog({ invoice, onClose }: ActionDialogProps) {
  // What is approved is what stood here when it was read, whatever happens behind it.
  const [{ id, number, version, issues, difference, total }] = useState(invoice);
  const [reason, setReason] = useState('');
  const approve = useCommand(approveInvoice, STALE);
  const isException = issues.length > 0;
  return (
    <FormDialog
      title={`Approve invoice ${number}`}
      description={
        isException
          ? `An exception: ${issues.map((issue) => ISSUE_NAMES[issue]).join(', ')}. ${moneyText(difference)} of ${moneyText(total)} is in question.`
          : `${moneyText(total)} is to be paid.`
      }
      submitLabel="Approve"
      isBusy={approve.isPending}
      isReady={!isException || reason.trim() !== ''}
      problem={approve.error?.message}
      onSubmit={() => approve.mutate({ params: { id }, body: { reason, version, difference, issues } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={isException ? 'Reason' : 'Reason (optional)'}
        maxLength={500}
        autoFocus
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

function PayDialog({ invoice: { id, number, invoiced_on: invoicedOn }, onClose }: ActionDialogProps) {
  const today = localDay(new Date());
  const [day, setDay] = useState(today);
  const problem = day === '' ? undefined : day < invoicedOn ? `Its date is ${invoicedOn}` : day > today ? 'This day is still to come' : undefined;
  const pay = useCommand(payInvoice, STALE);
  return (
    <FormDialog
      title={`Invoice ${number} was paid`}
      description="A paid invoice is never changed again: only a credit or another invoice corrects it."
      submitLabel="Mark as paid"
      isBusy={pay.isPending}
      isReady={day !== '' && problem === undefined}
      problem={pay.error?.message}
      onSubmit={() => pay.mutate({ params: { id }, body: { paid_on: day } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <DateField label="Paid on" value={day} max={today} error={problem} onDay={(chosen) => setDay(chosen ?? '')} />
    </FormDialog>
  );
}

function VoidDialog({ invoice: { id, number }, onClose }: ActionDialogProps) {
  const [reason, setReason] = useState('');
  const command = useCommand(voidInvoice, STALE);
  return (
    <FormDialog
      title={`Void invoice ${number}`}
      description="It counts no more, and is kept. Credits that were applied to it can be applied to another one."
      submitLabel="Void"
      isDangerous
      isBusy={command.isPending}
      isReady={reason.trim() !== ''}
      problem={command.error?.message}
      onSubmit={() => command.mutate({ params: { id }, body: { reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label="Reason" maxLength={500} autoFocus value={reason} onChange={({ target }) => setReason(target.value)} />
    </FormDialog>
  );
}

const COLUMNS: readonly Column<InvoiceLine>[] = [
  { heading: 'Supplier SKU', isTitle: true, cell: ({ supplier_sku, product_name }) => <span title={product_name}>{supplier_sku}</span> },
  { heading: 'PO', cell: ({ po_number }) => <span className="whitespace-nowrap">{po_number}</span> },
  { heading: 'Qty', align: 'right', cell: ({ quantity }) => quantity.toLocaleString() },
  { heading: 'Unit cost', align: 'right', cell: ({ unit_cost }) => moneyText(unit_cost) },
  { heading: 'Amount', align: 'right', cell: ({ amount }) => moneyText(amount) },
  { heading: 'PO cost', align: 'right', cell: ({ po_cost }) => moneyText(po_cost) },
  { heading: 'Ordered', align: 'right', cell: ({ ordered }) => ordered.toLocaleString() },
  { heading: 'Usable', align: 'right', cell: ({ usable, damaged }) => `${usable.toLocaleString()}${damaged > 0 ? ` (${damaged} damaged)` : ''}` },
  { heading: 'Billed in all', align: 'right', cell: ({ billed }) => billed.toLocaleString() },
  {
    heading: 'Judged',
    cell: ({ over_quantity, has_price_difference, difference }) => (
      <span className="flex flex-wrap gap-1">
        {over_quantity > 0 && (
          <Badge tone={difference === '0.00' ? 'neutral' : 'bad'}>
            {over_quantity.toLocaleString()} more than came{difference === '0.00' && ', credited'}
          </Badge>
        )}
        {has_price_difference && <Badge tone="bad">Price difference</Badge>}
        {difference !== '0.00' && <Badge tone="warn">{moneyText(difference)}</Badge>}
        {over_quantity === 0 && !has_price_difference && difference === '0.00' && <Badge tone="good">Agrees</Badge>}
      </span>
    ),
  },
];
