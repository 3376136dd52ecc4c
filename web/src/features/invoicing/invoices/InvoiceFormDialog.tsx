import { createInvoice, type EnteredInvoice, updateInvoice } from '@stowage/contract/invoicing/invoice-entry';
import { poMoneyLines, poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { checkInvoiceNumber, getInvoice, type InvoiceDetail, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { RefusedError } from '../../../api/problem.ts';
import { queryFor, useCommand, useInvalidate } from '../../../api/query.ts';
import { FilePicker } from '../../../shared/files/FilePicker.tsx';
import { PdfFrame } from '../../../shared/files/PdfFrame.tsx';
import { newId } from '../../../shared/new-id.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { AddOrder } from './AddOrder.tsx';
import { ChangedMeanwhile, EnteredBefore } from './InvoiceElsewhere.tsx';
import { InvoiceHeader, InvoiceSum } from './InvoiceHeader.tsx';
import { InvoiceLinesField } from './InvoiceLinesField.tsx';
import { BesidePdf, InvoicePdf, pickerText, useUploadPdf } from './InvoicePdf.tsx';
import { billWhatCame, correctionOf, draftOf, EMPTY_DRAFT, hasTyped, type InvoiceDraft, problemOf, toEntered, typedAnew, withOrder } from './invoice-draft.ts';

interface InvoiceFormDialogProps {
  /** The one to be edited; a new one where it is left out. */
  readonly invoiceId: number | undefined;
  readonly correctsId: number | undefined;
  readonly firstPo: string | undefined;
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

/** Enters an invoice from the vendor's paper, beside it. */
export function InvoiceFormDialog(props: InvoiceFormDialogProps) {
  const { invoiceId, correctsId, onClose } = props;
  const [isTyped, setTyped] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = () => (isTyped ? setAsked(true) : onClose());
  const readId = invoiceId ?? correctsId;
  // Read once: what is typed stands on this one, whatever happens to the invoice meanwhile.
  const invoice = useQuery({
    queryKey: ['invoice to be edited', readId],
    queryFn: () => call(getInvoice, { params: { id: readId ?? 0 } }),
    enabled: readId !== undefined,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
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
          ? 'As it stands on the vendor’s paper.'
          : 'What the paid invoice had too much is less than nothing: −2 units, and −20.00 of its discount.'
      }
      size="widest"
      open
      onClose={close}
    >
      {readId === undefined && <InvoiceForm {...props} initial={EMPTY_DRAFT} onTyped={setTyped} onClose={close} />}
      {readId !== undefined && invoice.isPending && <SkeletonRows count={6} />}
      {readId !== undefined && invoice.isError && (
        <ErrorState title="The invoice could not be loaded" detail={invoice.error.message} onRetry={() => void invoice.refetch()} />
      )}
      {invoiceId !== undefined && invoice.data !== undefined && (
        <InvoiceForm {...props} initial={draftOf(invoice.data)} stored={invoice.data} onTyped={setTyped} onClose={close} />
      )}
      {invoiceId === undefined && invoice.data !== undefined && (
        <InvoiceForm {...props} initial={correctionOf(invoice.data)} onTyped={setTyped} onClose={close} />
      )}
      <ConfirmDialog
        title="Leave without saving?"
        question="What you typed is not saved."
        confirmLabel="Leave"
        isDangerous
        isBusy={false}
        open={isAsked}
        onConfirm={onClose}
        onClose={() => setAsked(false)}
      />
    </Dialog>
  );
}

interface InvoiceFormProps extends InvoiceFormDialogProps {
  readonly initial: InvoiceDraft;
  /** As it was entered before. */
  readonly stored?: InvoiceDetail;
  /** Hears whether there is something to be lost. */
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
  // Whoever types on mends it: what was wrong is said of what was sent.
  const [refused, setRefused] = useState<{ readonly draft: InvoiceDraft; readonly problem: string }>();
  const problem = refused?.draft === draft ? refused.problem : undefined;
  const isTyped = pdf !== undefined || hasTyped(draft, stored === undefined ? initial : draftOf(stored));
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  const set = (part: Partial<InvoiceDraft>) => setDraft((current) => ({ ...current, ...part }));
  const { send, isSending } = useSendInvoice();
  const invalidate = useInvalidate();
  const upload = useUploadPdf();
  const twins = useTwins(draft, [editedId, made?.id]);
  const isBusy = isSending || upload.isPending;

  const save = async (submit: boolean) => {
    const wrong = problemOf(draft);
    const refuse = (words: string) => setRefused({ draft, problem: words });
    if (wrong !== undefined) return refuse(wrong);
    const entered = toEntered(draft, submit);
    try {
      const { id } = await send(entered, editedId === undefined ? { clientId, correctsId } : { id: editedId, version: stored?.version ?? 1 });
      // The invoice is saved, whatever becomes of its paper.
      if (pdf !== undefined) await upload.send({ id, file: pdf }).catch((error: Error) => toast('bad', `The PDF was not saved: ${error.message}`));
      onSaved(id);
    } catch (error) {
      const before = await findMade(error);
      setMade(before);
      if (before === undefined) refuse(error instanceof Error ? error.message : String(error));
      // Somebody else may have been quicker.
      void invalidate(getInvoice);
    }
  };
  const loadAnew = (fresh: InvoiceDetail) => {
    setDraft((current) => typedAnew(current, stored === undefined ? initial : draftOf(stored), draftOf(fresh)));
    setStored(fresh);
  };
  const goOn = () => {
    setStored(made);
    setMade(undefined);
  };
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void save(true);
  };
  const paper =
    pdf !== undefined ? <PdfFrame content={pdf} title={pdf.name} /> : stored !== undefined && stored.files.length > 0 ? <InvoicePdf invoice={stored} /> : null;
  return (
    <form onSubmit={submitForm} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BesidePdf pdf={paper}>
        {!isNewCorrection && <AddOrder firstPo={firstPo} onOrder={(order) => setDraft((current) => withOrder(current, order))} />}
        <InvoiceHeader draft={draft} twins={twins} isFirst={isNewCorrection || firstPo !== undefined} onChange={set} />
        {draft.lines.length > 0 && (
          <InvoiceLinesField
            lines={draft.lines}
            onLines={(lines) => set({ lines })}
            onBillWhatCame={isCorrecting ? undefined : () => setDraft(billWhatCame(draft))}
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
      {stored !== undefined && <ChangedMeanwhile stored={stored} onLoad={loadAnew} />}
      {made !== undefined && <EnteredBefore made={made} onOpen={goOn} />}
      {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
      <SaveButtons isBusy={isBusy} isReady={made === undefined} onCancel={onClose} onDraft={() => void save(false)} />
    </form>
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

/** Other invoices of the vendor that have this number, or one like it. */
function useTwins({ vendor, number }: InvoiceDraft, own: readonly (number | undefined)[]) {
  const similar = useQuery({
    ...queryFor(checkInvoiceNumber, { query: { vendor: vendor ?? '', number: number.trim() } }),
    enabled: vendor !== null && number.trim() !== '',
  });
  return (similar.data ?? []).filter(({ id }) => !own.includes(id));
}

type Sent = { readonly id: number; readonly version: number } | { readonly clientId: string; readonly correctsId: number | undefined };

/** Sends an invoice: as an edit of one, or as a new one under the form's client id. */
function useSendInvoice() {
  const create = useCommand(createInvoice, [invoicePage, poMoneyPage, poMoneyLines]);
  const update = useCommand(updateInvoice, [invoicePage, getInvoice, poMoneyPage, poMoneyLines]);
  const send = (entered: EnteredInvoice, as: Sent): Promise<{ id: number }> =>
    'id' in as
      ? update.mutateAsync({ params: { id: as.id }, body: { ...entered, version: as.version } })
      : create.mutateAsync({ body: { ...entered, client_id: as.clientId, ...(as.correctsId !== undefined && { corrects_id: as.correctsId }) } });
  return { send, isSending: create.isPending || update.isPending };
}

/** The invoice that was entered under this form's client id; the answer to it was lost. */
async function findMade(error: unknown): Promise<InvoiceDetail | undefined> {
  if (!(error instanceof RefusedError) || error.reason !== 'client_id_used') return undefined;
  const id = (error.details as { id?: unknown } | undefined)?.id;
  return typeof id === 'number' ? call(getInvoice, { params: { id } }).catch(() => undefined) : undefined;
}
