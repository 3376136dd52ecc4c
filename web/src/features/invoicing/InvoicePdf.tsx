import { getInvoice, getInvoiceFile, type InvoiceDetail, invoicePage, uploadInvoiceFile } from '@stowage/contract/vendor-invoices';
import { useState } from 'react';
import { loadFile } from '../../api/download.ts';
import { useCommand } from '../../api/query.ts';
import { FilePicker } from '../../shared/FilePicker.tsx';
import { PdfFrame } from '../../shared/PdfFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/Toast.tsx';

/** The vendor's document of an invoice: shown, or put beside it. */
export function InvoicePdf({ invoice: { id, number, file }, mayWrite }: { invoice: InvoiceDetail; mayWrite: boolean }) {
  const upload = useUploadPdf();
  const [content, setContent] = useState<Blob>();
  const show = () =>
    loadFile(getInvoiceFile, { params: { id } })
      .then(setContent)
      .catch((error: Error) => toast('bad', `The PDF could not be loaded: ${error.message}`));
  if (file === null) {
    return mayWrite ? (
      <FilePicker
        label="Invoice PDF"
        text="Drag and drop the vendor’s PDF here, or click to select it"
        accept=".pdf,application/pdf"
        isBusy={upload.isPending}
        onFiles={([chosen]) => chosen !== undefined && upload.mutate({ id, file: chosen })}
      />
    ) : null;
  }
  return (
    <section aria-label="Document" className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        {file.name}, {file.pages === 1 ? '1 page' : `${file.pages} pages`}
        {content === undefined && (
          <Button size="small" onClick={() => void show()}>
            Show PDF
          </Button>
        )}
      </p>
      {content !== undefined && <PdfFrame content={content} title={`PDF of invoice ${number}`} />}
    </section>
  );
}

/** Puts a PDF beside an invoice, and says whether another invoice has the same. */
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
