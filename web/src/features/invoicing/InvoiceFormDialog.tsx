import { findPoMoney, poMoneyLines, poMoneyPage } from '@stowage/contract/purchase-money';
import { checkInvoiceNumber, createInvoice, getInvoice, type InvoiceDetail, invoicePage, updateInvoice } from '@stowage/contract/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { queryFor, useCommand, useInvalidate } from '../../api/query.ts';
import { FilePicker } from '../../shared/FilePicker.tsx';
import { newId } from '../../shared/new-id.ts';
import { PdfFrame } from '../../shared/PdfFrame.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { moneyText } from '../../ui/money.ts';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { toast } from '../../ui/Toast.tsx';
import { InvoiceLinesField } from './InvoiceLinesField.tsx';
import { BesidePdf, InvoicePdf, useUploadPdf } from './InvoicePdf.tsx';
import {
  billWhatCame,
  draftOf,
  EMPTY_DRAFT,
  hasTyped,
  type InvoiceDraft,
  isTotalRight,
  problemOf,
  sumOf,
  toEntered,
  typedAnew,
  withOrder,
} from './invoice-draft.ts';

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
  // Read once: what is typed stands on this one, whatever happens to the invoice meanwhile.
  const invoice = useQuery({
    queryKey: ['invoice to be edited', invoiceId],
    queryFn: () => call(getInvoice, { params: { id: invoiceId ?? 0 } }),
    enabled: invoiceId !== undefined,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  const title = invoiceId !== undefined ? `Edit invoice ${invoice.data?.number ?? ''}` : correctsId !== undefined ? 'New correcting invoice' : 'New invoice';
  return (
    <Dialog
      title={title}
      description={
        correctsId === undefined ? 'As it stands on the vendor’s paper.' : 'Quantities that the paid invoice had too much are less than nothing: −2.'
      }
      size="widest"
      open
      onClose={close}
    >
      {invoiceId === undefined && <InvoiceForm {...props} initial={EMPTY_DRAFT} onTyped={setTyped} onClose={close} />}
      {invoiceId !== undefined && invoice.isPending && <SkeletonRows count={6} />}
      {invoiceId !== undefined && invoice.isError && (
        <ErrorState title="The invoice could not be loaded" detail={invoice.error.message} onRetry={() => void invoice.refetch()} />
      )}
      {invoiceId !== undefined && invoice.data !== undefined && (
        <InvoiceForm {...props} initial={draftOf(invoice.data)} stored={invoice.data} onTyped={setTyped} onClose={close} />
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
  const [draft, setDraft] = useState(initial);
  const [clientId] = useState(newId);
  const [pdf, setPdf] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const isTyped = pdf !== undefined || hasTyped(draft, stored === undefined ? initial : draftOf(stored));
  useEffect(() => onTyped(isTyped), [isTyped, onTyped]);
  const set = (part: Partial<InvoiceDraft>) => setDraft((current) => ({ ...current, ...part }));
  const create = useCommand(createInvoice, [invoicePage, poMoneyPage, poMoneyLines]);
  const invalidate = useInvalidate();
  const update = useCommand(updateInvoice, [invoicePage, getInvoice, poMoneyPage, poMoneyLines]);
  const upload = useUploadPdf();
  const similar = useQuery({
    ...queryFor(checkInvoiceNumber, { query: { vendor: draft.vendor ?? '', number: draft.number.trim() } }),
    enabled: draft.vendor !== null && draft.number.trim() !== '',
  });
  const twins = (similar.data ?? []).filter(({ id }) => id !== invoiceId);
  const isBusy = create.isPending || update.isPending || upload.isPending;

  const save = async (submit: boolean) => {
    const wrong = problemOf(draft);
    setProblem(wrong);
    if (wrong !== undefined) return;
    const entered = toEntered(draft, submit);
    try {
      const { id } =
        invoiceId === undefined
          ? await create.mutateAsync({ body: { ...entered, client_id: clientId, ...(correctsId !== undefined && { corrects_id: correctsId }) } })
          : await update.mutateAsync({ params: { id: invoiceId }, body: { ...entered, version: stored?.version ?? 1 } });
      // The invoice is saved, whatever becomes of its paper.
      if (pdf !== undefined) await upload.send({ id, file: pdf }).catch((error: Error) => toast('bad', `The PDF was not saved: ${error.message}`));
      onSaved(id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      // Somebody else may have been quicker.
      void invalidate(getInvoice);
    }
  };
  const loadAnew = (fresh: InvoiceDetail) => {
    setDraft((current) => typedAnew(current, stored === undefined ? initial : draftOf(stored), draftOf(fresh)));
    setStored(fresh);
    setProblem(undefined);
  };
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void save(true);
  };
  const paper = pdf !== undefined ? <PdfFrame content={pdf} title={pdf.name} /> : stored?.file ? <InvoicePdf invoice={stored} /> : null;
  return (
    <form onSubmit={submitForm} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BesidePdf pdf={paper}>
        <AddOrder firstPo={firstPo} onOrder={(order) => setDraft((current) => withOrder(current, order))} />
        <Header draft={draft} twins={twins} isFirst={firstPo !== undefined} onChange={set} />
        {draft.lines.length > 0 && (
          <InvoiceLinesField lines={draft.lines} onLines={(lines) => set({ lines })} onBillWhatCame={() => setDraft(billWhatCame(draft))} />
        )}
        <Sum draft={draft} />
      </BesidePdf>
      {pdf === undefined && (
        <FilePicker
          label="Invoice PDF"
          text={`The vendor’s PDF (optional)${stored?.file ? ' in place of this one' : ''}: drop it here, or click to select it`}
          accept=".pdf,application/pdf"
          isBusy={false}
          onFiles={([file]) => setPdf(file)}
        />
      )}
      {stored !== undefined && <ChangedMeanwhile stored={stored} onLoad={loadAnew} />}
      {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={isBusy} onClick={() => void save(false)}>
          Save as draft
        </Button>
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save and match'}
        </Button>
      </div>
    </form>
  );
}

/** Somebody else saved the invoice while it is edited here: their edit is taken in, and what was typed here stays. */
function ChangedMeanwhile({ stored, onLoad }: { stored: InvoiceDetail; onLoad: (fresh: InvoiceDetail) => void }) {
  const { data: now } = useQuery(queryFor(getInvoice, { params: { id: stored.id } }));
  if (now === undefined || now.version <= stored.version) return null;
  return (
    <Banner tone="warn">
      <span className="flex flex-wrap items-center justify-between gap-2">
        Somebody changed this invoice meanwhile. What you typed is kept.
        <Button size="small" onClick={() => onLoad(now)}>
          Load it anew
        </Button>
      </span>
    </Banner>
  );
}

interface FoundOrder {
  readonly po_number: string;
  readonly vendor: string | null;
  readonly lines: Parameters<typeof withOrder>[1]['lines'];
}

/** The purchase order that is billed; several, where the vendor bills them together. */
function AddOrder({ firstPo, onOrder }: { firstPo: string | undefined; onOrder: (order: FoundOrder) => void }) {
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = async (wanted: string) => {
    try {
      const { id } = await call(findPoMoney, { query: { number: wanted } });
      onOrder(await call(poMoneyLines, { params: { id } }));
      setNumber('');
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const addFirst = useEffectEvent(() => firstPo !== undefined && void add(firstPo));
  useEffect(() => void addFirst(), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <TextField
        label="PO Number"
        maxLength={64}
        autoComplete="off"
        autoFocus={firstPo === undefined}
        error={problem}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It adds the order; the invoice is not done.
          event.preventDefault();
          if (number.trim() !== '') void add(number.trim());
        }}
      />
      <Button className="mt-[1.7rem]" disabled={number.trim() === ''} onClick={() => void add(number.trim())}>
        Add PO
      </Button>
    </div>
  );
}

interface HeaderProps {
  readonly draft: InvoiceDraft;
  readonly twins: readonly { readonly number: string; readonly is_same: boolean }[];
  /** The order is known: typing begins here. */
  readonly isFirst: boolean;
  readonly onChange: (part: Partial<InvoiceDraft>) => void;
}

function Header({ draft, twins, isFirst, onChange }: HeaderProps) {
  const same = twins.find(({ is_same }) => is_same);
  const like = twins.find(({ is_same }) => !is_same);
  return (
    <>
      <p>
        Vendor: <strong>{draft.vendor ?? '–'}</strong>
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label="Invoice number"
          autoFocus={isFirst}
          maxLength={64}
          autoComplete="off"
          value={draft.number}
          error={same && 'This vendor’s invoice was entered already'}
          hint={like && `It resembles invoice ${like.number}: is it the same?`}
          onChange={({ target }) => onChange({ number: target.value })}
        />
        <DateField label="Invoice date" value={draft.invoicedOn} onDay={(day) => onChange({ invoicedOn: day ?? '' })} />
        <DateField label="Due date (optional)" value={draft.dueOn} onDay={(day) => onChange({ dueOn: day ?? '' })} />
        {(['freight', 'tax', 'total'] as const).map((field) => (
          <TextField
            key={field}
            label={field === 'freight' ? 'Freight' : field === 'tax' ? 'Tax' : 'Total'}
            inputMode="decimal"
            maxLength={13}
            autoComplete="off"
            value={draft[field]}
            onChange={({ target }) => onChange({ [field]: target.value })}
          />
        ))}
      </div>
      <TextField label="Notes (optional)" maxLength={2_000} value={draft.notes} onChange={({ target }) => onChange({ notes: target.value })} />
    </>
  );
}

function Sum({ draft }: { draft: InvoiceDraft }) {
  const isRight = isTotalRight(draft);
  return (
    <p role="status" className={`text-right font-medium ${isRight === false ? 'text-bad' : isRight ? 'text-good' : ''}`}>
      Lines, freight and tax: {moneyText(sumOf(draft))}
      {isRight === true && ', as the total says'}
      {isRight === false && ', not what the total says'}
    </p>
  );
}
