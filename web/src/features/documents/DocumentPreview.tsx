import { type DocumentDetail, documentContent, documentPreview, PREVIEW_ROWS } from '@stowage/contract/documents/documents';
import { counted } from '@stowage/contract/formats/text/counted';
import { useQuery } from '@tanstack/react-query';
import Papa from 'papaparse';
import { call } from '../../api/call.ts';
import { loadFile } from '../../api/download.ts';
import { useObjectUrl } from '../../api/use-object-url.ts';
import { PdfFrame } from '../../shared/files/PdfFrame.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];
/** Larger files are not loaded into the page. */
const SHOWN_BYTES = 30_000_000;

/** Shows PDFs, pictures, and the beginning of CSV and text files. */
export function DocumentPreview({ document }: { document: DocumentDetail }) {
  const { media_type: type, bytes } = document;
  if (type.startsWith('text/')) return <TextPreview document={document} />;
  const isShown = (type === 'application/pdf' || PICTURES.includes(type)) && (bytes ?? 0) <= SHOWN_BYTES;
  return isShown ? <FilePreview document={document} /> : <EmptyState title="No preview">Save the file to view it.</EmptyState>;
}

function FilePreview({ document: { id, name, media_type, version } }: { document: DocumentDetail }) {
  const file = useQuery({
    queryKey: [documentContent.path, id, version],
    queryFn: () => loadFile(documentContent, { params: { id }, query: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryResult query={file} rows={4} failure="The document could not be loaded">
      {(content) =>
        media_type === 'application/pdf' ? <PdfFrame content={content} title={`Preview of ${name}`} /> : <Picture content={content} name={name} />
      }
    </QueryResult>
  );
}

function Picture({ content, name }: { content: Blob; name: string }) {
  const address = useObjectUrl(content);
  return address === undefined ? null : <img src={address} alt={name} className="max-h-[60dvh] max-w-full rounded-card border border-line object-contain" />;
}

function TextPreview({ document }: { document: DocumentDetail }) {
  const { id, version } = document;
  const text = useQuery({ queryKey: [documentPreview.path, id, version], queryFn: () => call(documentPreview, { params: { id } }) });
  return (
    <QueryResult query={text} rows={4} failure="The document could not be loaded">
      {(beginning) => <TextBeginning document={document} {...beginning} />}
    </QueryResult>
  );
}

interface TextBeginningProps {
  readonly document: DocumentDetail;
  readonly text: string;
  readonly is_cut: boolean;
}

function TextBeginning({ document: { name, media_type }, text, is_cut }: TextBeginningProps) {
  if (media_type !== 'text/csv') return <Scrolled label={name} content={<pre className="p-3 text-[13px] whitespace-pre-wrap">{text}</pre>} />;
  const { data } = Papa.parse<string[]>(text, { preview: PREVIEW_ROWS + 1, skipEmptyLines: true });
  const [headings = [], ...rows] = data;
  const isCut = is_cut || rows.length === PREVIEW_ROWS;
  return (
    <section aria-label="Preview" className="grid gap-2">
      <Scrolled label={`Preview of ${name}`} content={<Table headings={headings} rows={rows} />} />
      {isCut && (
        <p className="text-muted">
          {rows.length === 0
            ? 'The rows are too long for a preview. Save the file to see them.'
            : `The first ${counted(rows.length, 'row')}. Save the file to see all of them.`}
        </p>
      )}
    </section>
  );
}

function Scrolled({ label, content }: { label: string; content: React.ReactNode }) {
  return (
    <ScrollBox label={label} className="max-h-[60dvh] rounded-card border border-line">
      {content}
    </ScrollBox>
  );
}

/** Rows of a file are identified by their position. */
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
