import { findPoColumns, PO_COLUMNS, type PoField } from '@stowage/contract/purchase-order-files';
import { FileText, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CsvFile, isCsvFile } from '../../shared/csv-file.ts';
import { FilePicker } from '../../shared/FilePicker.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { PoFilePreview } from './PoFilePreview.tsx';
import { type Checked, checkRows, headersOf, type PoColumns, readPoFile } from './po-file.ts';
import { UploadResultDialog } from './UploadResultDialog.tsx';
import { usePoUpload } from './use-po-upload.ts';

/** A purchase order's file, from the disk to the orders: read and checked here, saved there. */
export function UploadPoPage({ onOpenPo }: { onOpenPo: (poNumber: string) => void }) {
  const [files, setFiles] = useState<readonly CsvFile[]>([]);
  const [columns, setColumns] = useState<PoColumns>({});
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const checked = useChecked(files, columns);
  const { upload, submit, update, reset } = usePoUpload();
  const isSending = upload.step === 'sending' || upload.step === 'saving';

  const keep = (next: readonly CsvFile[]) => {
    setFiles(next);
    setColumns(findPoColumns(headersOf(next)));
  };
  const choose = async (chosen: readonly File[]) => {
    // Others are ignored.
    const accepted = chosen.filter(isCsvFile);
    setProblem(accepted.length < chosen.length ? 'Only .csv and .txt files are read' : undefined);
    setReading(true);
    try {
      keep([...files, ...(await Promise.all(accepted.map(readPoFile)))]);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Error reading file');
    } finally {
      setReading(false);
    }
  };
  const close = () => {
    reset();
    keep([]);
    setProblem(undefined);
  };

  const missing = PO_COLUMNS.filter(({ field, isRequired }) => isRequired && columns[field] === undefined).map(({ label }) => label);
  const isGood = checked !== undefined && checked.badCount === 0 && missing.length === 0;
  return (
    <div className="grid gap-4">
      <Card title="Upload purchase orders" description="A line per product; several orders may stand in one file. All of a file is saved, or nothing.">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
          <FilePicker
            label="Purchase order files"
            text="Drag and drop files here, or click to select files"
            dropText="Drop files here"
            isMultiple
            isBusy={isReading || isSending}
            onFiles={(chosen) => void choose(chosen)}
          />
          {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
          <FileList files={files} isFixed={isSending} onRemove={(file) => keep(files.filter((one) => one !== file))} />
        </div>
      </Card>
      {files.length > 0 && (
        <>
          <ColumnsCard headers={headersOf(files)} columns={columns} onColumn={(field, header) => setColumns({ ...columns, [field]: header })} />
          <PoFilePreview files={files} columns={columns} checked={checked} missing={missing} />
        </>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {upload.step === 'sending' && checked !== undefined && <Sending sent={upload.sent} total={checked.rowCount} />}
        {upload.step === 'saving' && <p role="status">Saving …</p>}
        <Button look="primary" disabled={!isGood || isSending} onClick={() => submit(files, columns)}>
          {isSending ? 'Uploading...' : 'Submit to Backend'}
        </Button>
      </div>
      <UploadResultDialog upload={upload} onUpdate={update} onOpenPo={onOpenPo} onClose={close} />
    </div>
  );
}

/** What is wrong with the rows, once all were looked at. */
function useChecked(files: readonly CsvFile[], columns: PoColumns): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    let isWanted = true;
    setChecked(undefined);
    if (files.length > 0) void checkRows(files, columns, () => isWanted).then((result) => isWanted && setChecked(result));
    return () => {
      isWanted = false;
    };
  }, [files, columns]);
  return checked;
}

function FileList({ files, isFixed, onRemove }: { files: readonly CsvFile[]; isFixed: boolean; onRemove: (file: CsvFile) => void }) {
  return (
    <section aria-label="Uploaded Files">
      <h3 className="font-semibold">Uploaded Files:</h3>
      {files.length === 0 && <p className="text-muted">No files uploaded yet.</p>}
      <ul className="mt-1 grid gap-1">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <li key={`${file.name} ${index}`} className="flex items-center gap-2">
            <FileText size={16} aria-hidden className="shrink-0 text-muted" />
            <span className="min-w-0 break-all">{file.name}</span>
            <span className="text-muted whitespace-nowrap">{file.rows.length.toLocaleString()} rows</span>
            <Button size="small" look="quiet" disabled={isFixed} aria-label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
              <X size={14} aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ColumnsCardProps {
  readonly headers: readonly string[];
  readonly columns: PoColumns;
  readonly onColumn: (field: PoField, header: string | undefined) => void;
}

/** Which column of the file is which. */
function ColumnsCard({ headers, columns, onColumn }: ColumnsCardProps) {
  const options = [{ value: '', label: '–' }, ...headers.map((header) => ({ value: header, label: header }))];
  return (
    <Card title="Columns" description="Found by their names. Change what was found wrongly.">
      <div className="grid grid-cols-2 gap-3 px-4 pb-4 md:grid-cols-4">
        {PO_COLUMNS.map(({ field, label, isRequired }) => (
          <SelectField
            key={field}
            label={isRequired ? `${label} *` : label}
            value={columns[field] ?? ''}
            options={options}
            error={isRequired && columns[field] === undefined ? 'Choose a column' : undefined}
            onChange={({ target }) => onColumn(field, target.value || undefined)}
          />
        ))}
      </div>
    </Card>
  );
}

function Sending({ sent, total }: { sent: number; total: number }) {
  return (
    <div className="grid min-w-56 gap-1">
      <p id="sending">
        {sent.toLocaleString()} / {total.toLocaleString()} rows
      </p>
      <progress aria-labelledby="sending" className="h-2 w-full" max={total} value={sent} />
    </div>
  );
}
