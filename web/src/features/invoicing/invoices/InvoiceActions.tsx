import { moneyText } from '@stowage/contract/formats/text/money-text';
import { approveInvoice, payInvoice, voidInvoice } from '@stowage/contract/invoicing/invoice-decisions';
import { poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { creditPage } from '@stowage/contract/invoicing/vendor-credits';
import { getInvoice, type InvoiceDetail, type InvoiceState, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { localDay } from '../../../ui/format/date-time.ts';
import { type InvoicingAddress, type InvoicingTabProps, OTHER_LIST } from '../invoicing-address.ts';
import { ISSUE_NAMES } from '../invoicing-names.tsx';

const STALE = [getInvoice, invoicePage, poMoneyPage, poMoneyLines, creditPage];

export function isFinal({ state }: InvoiceDetail): boolean {
  return state === 'PAID' || state === 'VOID';
}

/** Whether a person may still edit an invoice in this state. */
export function isEditable(state: InvoiceState): boolean {
  return state === 'DRAFT' || state === 'MATCHED' || state === 'EXCEPTION';
}

type Asked = 'approve' | 'pay' | 'void';

interface InvoiceActionsProps extends Pick<InvoicingTabProps, 'onAddress'> {
  readonly invoice: InvoiceDetail;
  readonly mayWrite: boolean;
  readonly mayApprove: boolean;
}

/** The actions of an invoice. */
export function InvoiceActions({ invoice, mayWrite, mayApprove, onAddress }: InvoiceActionsProps) {
  const [asked, setAsked] = useState<Asked>();
  const { id, state } = invoice;
  const isLeftToPay = state === 'PAID' && Number(invoice.to_pay) > 0;
  const isUndecided = state === 'MATCHED' || state === 'EXCEPTION';
  const close = () => setAsked(undefined);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {mayWrite && isEditable(state) && <Button onClick={() => onAddress({ window: 'edit' })}>Edit</Button>}
      {mayWrite && !isFinal(invoice) && (state !== 'APPROVED' || mayApprove) && <Button onClick={() => setAsked('void')}>Void</Button>}
      {mayWrite && state === 'PAID' && <Button onClick={() => onAddress({ window: 'new', corrects: id })}>Enter correcting invoice</Button>}
      {invoice.difference !== '0.00' && <Button onClick={() => onAddress(differencesOf(invoice))}>Show differences</Button>}
      {mayApprove && isUndecided && (
        <Button look="primary" onClick={() => setAsked('approve')}>
          Approve
        </Button>
      )}
      {mayApprove && (state === 'APPROVED' || isLeftToPay) && (
        <Button look="primary" onClick={() => setAsked('pay')}>
          {isLeftToPay ? 'Pay the rest' : 'Mark as paid'}
        </Button>
      )}
      {asked === 'approve' && <ApproveDialog invoice={invoice} onClose={close} />}
      {asked === 'pay' && <PayDialog invoice={invoice} onClose={close} />}
      {asked === 'void' && <VoidDialog invoice={invoice} onClose={close} />}
    </div>
  );
}

/** The list with the order of an invoice alone, whose lines are shown. */
function differencesOf({ id, lines }: InvoiceDetail): InvoicingAddress {
  const [line] = lines;
  const filter = { q: line?.po_number, vendor: undefined, from: undefined, to: undefined };
  return { ...OTHER_LIST, ...filter, invoice: undefined, tab: undefined, order: line?.purchase_order_id, back: id };
}

interface ActionDialogProps {
  readonly invoice: InvoiceDetail;
  readonly onClose: () => void;
}

function ApproveDialog({ invoice, onClose }: ActionDialogProps) {
  // The person approves the invoice as it was when the dialog opened.
  const [{ id, number, version, issues, difference, total, credited, to_pay }] = useState(invoice);
  const [reason, setReason] = useState('');
  const approve = useCommand(approveInvoice, STALE);
  const isException = issues.length > 0;
  const toPay = `${moneyText(to_pay)} to pay${credited === '0.00' ? '' : `: ${moneyText(total)} less ${moneyText(credited)} of credits`}.`;
  return (
    <FormDialog
      title={`Approve invoice ${number}`}
      description={
        isException
          ? `An exception: ${issues.map((issue) => ISSUE_NAMES[issue]).join(', ')}. ${moneyText(difference)} of ${moneyText(total)} is in question. ${toPay}`
          : toPay
      }
      submitLabel="Approve"
      command={approve}
      isReady={!isException || reason.trim() !== ''}
      onSubmit={() => approve.mutate({ params: { id }, body: { reason, version, difference, issues } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label={isException ? 'Reason' : 'Reason (optional)'} maxLength={500} autoFocus value={reason} onText={setReason} />
    </FormDialog>
  );
}

function PayDialog({ invoice, onClose }: ActionDialogProps) {
  // The person pays the invoice as it was when the dialog opened.
  const [{ id, number, state, version, invoiced_on: invoicedOn, to_pay, amount_paid }] = useState(invoice);
  const [clientId] = useState(newId);
  const today = localDay(new Date());
  const [day, setDay] = useState(today);
  const problem = day === '' ? undefined : day < invoicedOn ? `The invoice date is ${invoicedOn}` : day > today ? 'This date is in the future' : undefined;
  const pay = useCommand(payInvoice, STALE);
  return (
    <FormDialog
      title={state === 'PAID' ? `The rest of invoice ${number} was paid` : `Invoice ${number} was paid`}
      description={
        state === 'PAID'
          ? `${moneyText(to_pay)} was paid, in addition to ${moneyText(amount_paid)}.`
          : `${moneyText(to_pay)} was paid. You can't change a paid invoice; correct it with a credit or another invoice.`
      }
      submitLabel="Mark as paid"
      command={pay}
      isReady={day !== '' && problem === undefined}
      onSubmit={() => pay.mutate({ params: { id }, body: { paid_on: day, version, to_pay, client_id: clientId } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <DateField label="Paid on" value={day} max={today} error={problem} onDay={(chosen) => setDay(chosen ?? '')} />
    </FormDialog>
  );
}

function VoidDialog({ invoice, onClose }: ActionDialogProps) {
  const [{ id, number, version }] = useState(invoice);
  const [reason, setReason] = useState('');
  const command = useCommand(voidInvoice, STALE);
  return (
    <FormDialog
      title={`Void invoice ${number}`}
      description="A void invoice stays stored but no longer counts. Its credits can be applied to another invoice."
      submitLabel="Void"
      isDangerous
      command={command}
      isReady={reason.trim() !== ''}
      onSubmit={() => command.mutate({ params: { id }, body: { reason, version } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label="Reason" maxLength={500} autoFocus value={reason} onText={setReason} />
    </FormDialog>
  );
}
