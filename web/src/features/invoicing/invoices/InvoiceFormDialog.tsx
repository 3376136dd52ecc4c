import { messageOf } from '@stowage/contract/errors';
import { createInvoice, type EnteredInvoice, updateInvoice } from '@stowage/contract/invoicing/invoice-entry';
import { poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { checkInvoiceNumber, getInvoice, type InvoiceDetail, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { RefusedError } from '../../../api/problem.ts';
import { onceFor, queryFor, useCommand, useInvalidate } from '../../../api/query.ts';
import { FilePicker } from '../../../shared/files/FilePicker.tsx';
import { PdfFrame } from '../../../shared/files/PdfFrame.tsx';
import { LeaveDialog } from '../../../shared/LeaveDialog.tsx';
import { newId } from '../../../shared/new-id.ts';
import { useUnsaved } from '../../../shared/use-unsaved.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { AddOrder } from './AddOrder.tsx';
import { ChangedMeanwhile, EnteredBefore } from './InvoiceConflicts.tsx';
import { InvoiceHeader, InvoiceSum } from './InvoiceHeader.tsx';
import { InvoiceLinesField } from './InvoiceLinesField.tsx';
import { BesidePdf, InvoicePdf, pickerText, useUploadPdf } from './InvoicePdf.tsx';
import { billReceived, correctionOf, draftOf, EMPTY_DRAFT, hasTyped, type InvoiceDraft, mergeDraft, problemOf, toEntered, withOrder } from './invoice-draft.ts';

interface InvoiceFormDialogProps {
  /** The invoice to edit; undefined for a new one. */
  readonly invoiceId: number | undefined;
  readonly correctsId: number | undefined;
  readonly firstPo: string | undefined;
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** Enters or edits an invoice, next to its PDF. */
export function InvoiceFormDialog(props: InvoiceFormDialogProps) {
  const { invoiceId, correctsId } = props;
  const [isTyped, setTyped] = useState(false);
  const giveUp = useUnsaved(isTyped, { place: 'dialog' });
  const leave = () => {
    giveUp();
    props.onClose();
  };
  const onSaved = (id: number) => {
    giveUp();
    props.onSaved(id);
  };
  const [isAsked, setAsked] = useState(false);
  const close = () => (isTyped ? setAsked(true) : leave());
  const readId = invoiceId ?? correctsId;
  const invoice = useQuery({ ...onceFor(getInvoice, { params: { id: readId ?? 0 } }), enabled: readId !== undefined });
  const title =
    invoiceId !== undefined
      ? `Edit invoice ${invoice.data?.number ?? ''}`
      : correctsId !== undefined
        ? `New correcting invoice for ${invoice.data?.number ?? ''}`
        : 'New invoice';
  return (
    <Dialog
      title={title}
      description={
        correctsId === undefined
          ? 'Enter the values of the vendor’s invoice.'
          : 'Enter overcharges of the paid invoice as negative values: −2 units, −20.00 of its discount.'
      }
      size="widest"
      open
      onClose={close}
    >
      {readId === undefined && <InvoiceForm {...props} initial={EMPTY_DRAFT} onTyped={setTyped} onClose={close} onSaved={onSaved} />}
      {readId !== undefined && (
        <QueryResult query={invoice} failure="The invoice could not be loaded" rows={6}>
          {(data) => (
            <InvoiceForm
              {...props}
              {...(invoiceId === undefined ? { initial: correctionOf(data) } : { initial: draftOf(data), stored: data })}
              onTyped={setTyped}
              onClose={close}
              onSaved={onSaved}
            />
          )}
        </QueryResult>
      )}
      <LeaveDialog open={isAsked} onLeave={leave} onStay={() => setAsked(false)} />
    </Dialog>
  );
}

interface InvoiceFormProps extends InvoiceFormDialogProps {
  readonly initial: InvoiceDraft;
  /** The invoice that is edited. */
  readonly stored?: InvoiceDetail;
  /** Called when the form gets or loses unsaved changes. */
  readonly onTyped: (isTyped: boolean) => void;
}

function InvoiceForm({ invoiceId, correctsId, firstPo, initial, stored: first, onTyped, onClose, onSaved }: InvoiceFormProps) {
  const [stored, setStored] = useState(first);
  const [made, setMade] = useState<InvoiceDetail>();
  const editedId = invoiceId ?? stored?.id;
  const isNewCorrection = invoiceId === undefined && correctsId !== undefined;
  const isCorrecting = isNewCorrection || (stored?.corrects ?? null) !== null;
  const [draft, setDraft] = useState(initial);
  const [clientId] = useState(newId);
  const [pdf, setPdf] = useState<File>();
  // The problem of the last attempt; it disappears with the next edit.
  const [refused, setRefused] = useState<{ readonly draft: InvoiceDraft; readonly problem: string }>();
  const problem = refused?.draft === draft ? refused.problem : undefined;
  const isTyped = pdf !== undefined || hasTyped(draft, stored === undefined ? initial : draftOf(stored));
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  const set = (part: Partial<InvoiceDraft>) => setDraft((current) => ({ ...current, ...part }));
  const { send, isSending } = useSendInvoice();
  const invalidate = useInvalidate();
  const upload = useUploadPdf();
  const twins = useSimilarInvoices(draft, [editedId, made?.id]);
  const isBusy = isSending || upload.isPending;

  const save = async (submit: boolean) => {
    const wrong = problemOf(draft);
    const refuse = (words: string) => setRefused({ draft, problem: words });
    if (wrong !== undefined) return refuse(wrong);
    const entered = toEntered(draft, submit);
    try {
      const { id } = await send(entered, editedId === undefined ? { clientId, correctsId } : { id: editedId, version: stored?.version ?? 1 });
      // A failed upload of the PDF doesn't undo the saved invoice.
      if (pdf !== undefined) await upload.send({ id, file: pdf }).catch((error: Error) => toast('bad', `The PDF was not saved: ${error.message}`));
      onSaved(id);
    } catch (error) {
      const before = await findMade(error);
      setMade(before);
      if (before === undefined) refuse(messageOf(error));
      // Somebody else may have changed the invoice.
      void invalidate(getInvoice);
    }
  };
  const reload = (fresh: InvoiceDetail) => {
    setDraft((current) => mergeDraft(current, stored === undefined ? initial : draftOf(stored), draftOf(fresh)));
    setStored(fresh);
  };
  const continueEditing = () => {
    setStored(made);
    setMade(undefined);
  };
  const submitForm = () => save(true);
  const paper =
    pdf !== undefined ? <PdfFrame content={pdf} title={pdf.name} /> : stored !== undefined && stored.files.length > 0 ? <InvoicePdf invoice={stored} /> : null;
  return (
    <Form onSubmit={submitForm} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BesidePdf pdf={paper}>
        {!isNewCorrection && <AddOrder firstPo={firstPo} onOrder={(order) => setDraft((current) => withOrder(current, order))} />}
        <InvoiceHeader draft={draft} twins={twins} isFirst={isNewCorrection || firstPo !== undefined} onChange={set} />
        {draft.lines.length > 0 && (
          <InvoiceLinesField
            lines={draft.lines}
            onLines={(lines) => set({ lines })}
            onBillReceived={isCorrecting ? undefined : () => setDraft(billReceived(draft))}
          />
        )}
        <InvoiceSum draft={draft} />
      </BesidePdf>
      {pdf === undefined && (
        <FilePicker
          label="Invoice PDF"
          text={
            stored === undefined || stored.files.length === 0 ? 'The vendor’s PDF (optional): drop it here, or click to select it' : pickerText(stored.files)
          }
          accept=".pdf,application/pdf"
          isBusy={false}
          onFiles={([file]) => setPdf(file)}
        />
      )}
      {stored !== undefined && <ChangedMeanwhile stored={stored} onLoad={reload} />}
      {made !== undefined && <EnteredBefore made={made} onOpen={continueEditing} />}
      {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
      <SaveButtons isBusy={isBusy} isReady={made === undefined} onCancel={onClose} onDraft={() => void save(false)} />
    </Form>
  );
}

interface SaveButtonsProps {
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onCancel: () => void;
  readonly onDraft: () => void;
}

function SaveButtons({ isBusy, isReady, onCancel, onDraft }: SaveButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>Cancel</Button>
      <Button disabled={isBusy || !isReady} onClick={onDraft}>
        Save as draft
      </Button>
      <Button type="submit" look="primary" disabled={isBusy || !isReady}>
        {isBusy ? 'Saving...' : 'Save and match'}
      </Button>
    </div>
  );
}

/** Other invoices of the vendor with this number or a similar one. */
function useSimilarInvoices({ vendor, number }: InvoiceDraft, own: readonly (number | undefined)[]) {
  const similar = useQuery({
    ...queryFor(checkInvoiceNumber, { query: { vendor: vendor ?? '', number: number.trim() } }),
    enabled: vendor !== null && number.trim() !== '',
  });
  return (similar.data ?? []).filter(({ id }) => !own.includes(id));
}

type Sent = { readonly id: number; readonly version: number } | { readonly clientId: string; readonly correctsId: number | undefined };

/** Saves an invoice: an edit, or a new one with the form's client id. */
function useSendInvoice() {
  const create = useCommand(createInvoice, [invoicePage, poMoneyPage, poMoneyLines]);
  const update = useCommand(updateInvoice, [invoicePage, getInvoice, poMoneyPage, poMoneyLines]);
  const send = (entered: EnteredInvoice, as: Sent): Promise<{ id: number }> =>
    'id' in as
      ? update.mutateAsync({ params: { id: as.id }, body: { ...entered, version: as.version } })
      : create.mutateAsync({ body: { ...entered, client_id: as.clientId, ...(as.correctsId !== undefined && { corrects_id: as.correctsId }) } });
  return { send, isSending: create.isPending || update.isPending };
}

/** The invoice that was created with this form's client id, when the answer was lost. */
async function findMade(error: unknown): Promise<InvoiceDetail | undefined> {
  if (!(error instanceof RefusedError) || error.reason !== 'client_id_used') return undefined;
  const id = (error.details as { id?: unknown } | undefined)?.id;
  return typeof id === 'number' ? call(getInvoice, { params: { id } }).catch(() => undefined) : undefined;
}
