import { type DocumentDetail, documentPreview, documentContent, PREVIEW_ROWS } from '@stowage/contract/documents/documents';
import { useQuery } from '@tanstack/react-query';
import Papa from 'papaparse';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { loadFile } from '../../api/download.ts';
import { PdfFrame } from '../../shared/files/PdfFrame.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];
/** What a page may hold at once to show it. */
const SHOWN_BYTES = 30_000_000;

/** Shows what can be shown: PDFs, pictures, the beginning of tables and texts. */
export function DocumentPreview({ document }: { document: DocumentDetail }) {
  const { media_type: type, bytes } = document;
  if (type.startsWith('text/')) return <TextPreview document={document} />;
  const isShown = (type === 'application/pdf' || PICTURES.includes(type)) && (bytes ?? 0) <= SHOWN_BYTES;
  return isShown ? <FilePreview document={document} /> : <EmptyState title="No preview">Save it to look at it.</EmptyState>;
}

function FilePreview({ document: { id, name, media_type, version } }: { document: DocumentDetail }) {
  const file = useQuery({
    queryKey: [documentContent.path, id, version],
    queryFn: () => loadFile(documentContent, { params: { id }, query: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (file.isPending) return <SkeletonRows count={4} />;
  if (file.data === undefined) return <ErrorState title="The document could not be loaded" detail={file.error?.message} onRetry={() => void file.refetch()} />;
  return media_type === 'application/pdf' ? <PdfFrame content={file.data} title={`Preview of ${name}`} /> : <Picture content={file.data} name={name} />;
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address === undefined ? null : <img src={address} alt={name} className="max-h-[60dvh] max-w-full rounded-card border border-line object-contain" />;
}

function TextPreview({ document: { id, name, media_type, version } }: { document: DocumentDetail }) {
  const text = useQuery({ queryKey: [documentPreview.path, id, version], queryFn: () => call(documentPreview, { params: { id } }) });
  if (text.isPending) return <SkeletonRows count={4} />;
  if (text.data === undefined) return <ErrorState title="The document could not be loaded" detail={text.error?.message} onRetry={() => void text.refetch()} />;
  if (media_type !== 'text/csv') return <Scrolled label={name} content={<pre className="p-3 text-[13px] whitespace-pre-wrap">{text.data.text}</pre>} />;
  const { data } = Papa.parse<string[]>(text.data.text, { preview: PREVIEW_ROWS + 1, skipEmptyLines: true });
  const [headings = [], ...rows] = data;
  const isCut = text.data.is_cut || rows.length === PREVIEW_ROWS;
  return (
    <section aria-label="Preview" className="grid gap-2">
      <Scrolled label={`Preview of ${name}`} content={<Table headings={headings} rows={rows} />} />
      {isCut && <p className="text-muted">The first {rows.length} rows; save it for all of them.</p>}
    </section>
  );
}

function Scrolled({ label, content }: { label: string; content: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach
    <section aria-label={label} tabIndex={0} className="max-h-[60dvh] overflow-auto rounded-card border border-line">
      {content}
    </section>
  );
}

/** Rows of a file are known by their place alone. */
function Table({ headings, rows }: { headings: readonly string[]; rows: readonly string[][] }) {
  return (
    <table className="w-full border-collapse text-left text-[13px]">
      <thead>
        <tr>
          {headings.map((heading, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a column of a file is
            <th key={place} scope="col" className="sticky top-0 bg-sunken px-2 py-1.5 font-semibold whitespace-nowrap">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a row of a file is
          <tr key={nth} className="border-t border-line">
            {row.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <td key={place} className="max-w-80 truncate px-2 py-1">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
