import { getInvoiceFile, uploadInvoiceFile } from '@stowage/contract/invoicing/invoice-files';
import { getInvoice, type InvoiceDetail, invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { loadFile } from '../../../api/download.ts';
import { useCommand } from '../../../api/query.ts';
import { FilePicker } from '../../../shared/files/FilePicker.tsx';
import { PdfFrame } from '../../../shared/files/PdfFrame.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';

type Stored = Pick<InvoiceDetail, 'id' | 'number' | 'files'>;
type PdfFile = InvoiceDetail['files'][number];

/** The PDFs of an invoice, one of them open. */
export function InvoicePdf({ invoice: { id, number, files } }: { invoice: Stored }) {
  const [chosen, setChosen] = useState<string>();
  const file = files.find(({ sha256 }) => sha256 === chosen) ?? files.at(-1);
  if (file === undefined) return null;
  return (
    <section aria-label="Document" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      {files.length > 1 && (
        <SelectField
          label="PDF"
          value={file.sha256}
          options={files.map(({ sha256, name, is_held }, at) => ({ value: sha256, label: `${at + 1}. ${name}${is_held ? '' : ' (can still be replaced)'}` }))}
          onText={setChosen}
        />
      )}
      <PdfView key={file.sha256} id={id} number={number} file={file} />
    </section>
  );
}

function PdfView({ id, number, file }: Pick<Stored, 'id' | 'number'> & { readonly file: PdfFile }) {
  const { sha256 } = file;
  const content = useQuery({
    queryKey: [getInvoiceFile.path, id, sha256],
    queryFn: () => loadFile(getInvoiceFile, { params: { id }, query: { sha256 } }),
    // The content of a hash never changes.
    staleTime: 'static',
  });
  return (
    <>
      <p className="break-words">
        {file.name}
        {file.pages !== null && `, ${file.pages === 1 ? '1 page' : `${file.pages} pages`}`}
      </p>
      <QueryResult query={content} failure="The PDF could not be loaded" rows={6}>
        {(data) => <PdfFrame content={data} title={`PDF of invoice ${number}`} />}
      </QueryResult>
    </>
  );
}

/** Explains that another PDF replaces the last one, unless that one was approved. */
export function pickerText(files: readonly PdfFile[]): string {
  const last = files.at(-1);
  if (last === undefined) return 'Drag and drop the vendor’s PDF here, or click to select it';
  return last.is_held
    ? 'Add another PDF; the approved one stays: drop it here, or click to select it'
    : 'Replace the PDF: drop the new one here, or click to select it';
}

/** Attaches a PDF to an invoice. */
export function InvoicePdfPicker({ invoice: { id, files } }: { invoice: Stored }) {
  const upload = useUploadPdf();
  return (
    <FilePicker
      label="Invoice PDF"
      text={pickerText(files)}
      accept=".pdf,application/pdf"
      isBusy={upload.isPending}
      onFiles={([chosen]) => chosen !== undefined && upload.mutate({ id, file: chosen })}
    />
  );
}

/** Content with a PDF next to it, or below it on a narrow screen. */
export function BesidePdf({ pdf, children }: { pdf: ReactNode; children: ReactNode }) {
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${pdf === null ? '' : 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'}`}>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
      {pdf !== null && <div className="xl:sticky xl:top-0 xl:self-start">{pdf}</div>}
    </div>
  );
}

/** Attaches a PDF to an invoice, and warns when another invoice has the same PDF. */
export function useUploadPdf() {
  const command = useCommand(uploadInvoiceFile, [getInvoice, invoicePage]);
  const send = async ({ id, file }: { id: number; file: File }) => {
    const body = new Uint8Array(await file.arrayBuffer());
    const { same_as } = await command.mutateAsync({ params: { id }, query: { name: file.name }, body });
    if (same_as.length > 0) toast('bad', `Invoice ${same_as.map(({ number }) => number).join(', ')} has the same PDF`);
  };
  return {
    isPending: command.isPending,
    send,
    mutate: (one: { id: number; file: File }) => void send(one).catch((error: Error) => toast('bad', error.message)),
  };
}
