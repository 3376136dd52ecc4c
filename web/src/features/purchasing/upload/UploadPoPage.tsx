import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { PO_COLUMNS, type PoField } from '@stowage/contract/purchasing/purchase-order-rows';
import { FileText, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FilePicker } from '../../../shared/files/FilePicker.tsx';
import { AppliedFiles } from '../../../shared/table-files/AppliedFiles.tsx';
import { ColumnChoice } from '../../../shared/table-files/ColumnChoice.tsx';
import { missingColumns, rememberColumns } from '../../../shared/table-files/file-columns.ts';
import { isTableFile, NOT_A_TABLE, readFailure } from '../../../shared/table-files/file-kind.ts';
import { RowProgress } from '../../../shared/table-files/RowProgress.tsx';
import { useSheetChoice } from '../../../shared/table-files/SheetChoice.tsx';
import type { ChooseSheet } from '../../../shared/table-files/table-file.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { PoFilePreview } from './PoFilePreview.tsx';
import { byHeaders, type Checked, checkRows, type PoFile, readPoFile } from './po-file.ts';
import { UploadResultDialog } from './UploadResultDialog.tsx';
import { usePoUpload } from './use-po-upload.ts';

interface UploadPoPageProps {
  readonly onOpenPo: (poNumber: string) => void;
  /** Opens this page after an upload that ended while another page was open. */
  readonly onShow: () => void;
}

/** Uploads purchase order files; the browser reads and checks them before it sends them. */
export function UploadPoPage({ onOpenPo, onShow }: UploadPoPageProps) {
  const { upload, files: sent, submit, update, reset } = usePoUpload(onShow);
  const [files, setFiles] = useState(sent);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isReading, setReading] = useState(false);
  const { chooseSheet, sheetChoice } = useSheetChoice();
  const checked = useChecked(files);
  const isSending = upload.step === 'sending' || upload.step === 'saving';

  const choose = async (chosen: readonly File[]) => {
    setReading(true);
    const read = await Promise.all(chosen.map((file) => readOrRefuse(file, chooseSheet)));
    const added = read.filter((one) => typeof one !== 'string');
    // A corrected file replaces the one that it was made from.
    setFiles((before) => [...before.filter(({ name }) => added.every((one) => one.name !== name)), ...added]);
    setProblems(read.filter((one) => typeof one === 'string'));
    setReading(false);
  };
  const close = () => {
    reset();
    setFiles([]);
    setProblems([]);
  };
  const map = (mapped: readonly PoFile[], field: PoField, header: string | undefined) =>
    setFiles(files.map((file) => (mapped.includes(file) ? { ...file, columns: { ...file.columns, [field]: header } } : file)));

  const groups = byHeaders(files);
  const send = () => {
    for (const [file] of groups) if (file !== undefined) void rememberColumns('purchase-orders', file.headers, file.columns);
    submit(files);
  };
  const missing = [...new Set(files.flatMap(({ columns }) => missingColumns(PO_COLUMNS, columns)))];
  const isGood = checked !== undefined && checked.badCount === 0 && missing.length === 0;
  return (
    <div className="grid gap-4">
      <Card
        title="Upload purchase orders"
        description="Excel (.xlsx), .csv or .txt, with one line per product. A file can hold several orders and is saved completely or not at all."
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
          <FilePicker
            label="Purchase order files"
            text="Drag and drop files here, or click to select files"
            dropText="Drop files here"
            isMultiple
            isBusy={isReading || isSending}
            onFiles={(chosen) => void choose(chosen)}
          />
          {problems.map((problem) => (
            <Banner key={problem} tone="bad">
              {problem}
            </Banner>
          ))}
          <FileList files={files} isFixed={isSending} onRemove={(file) => setFiles(files.filter((one) => one !== file))} />
        </div>
      </Card>
      {files.length > 0 && (
        <>
          {groups.map((group) => (
            <ColumnsCard
              key={JSON.stringify(group[0]?.headers)}
              files={group}
              isOnly={groups.length === 1}
              onColumn={(field, header) => map(group, field, header)}
            />
          ))}
          <PoFilePreview files={files} checked={checked} missing={missing} />
        </>
      )}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {upload.step === 'sending' && checked !== undefined && (
          <RowProgress text={`${numberText(upload.sent)} / ${numberText(checked.rowCount)} rows`} done={upload.sent} total={checked.rowCount} />
        )}
        {upload.step === 'saving' && <p role="status">Saving …</p>}
        <Button look="primary" disabled={!isGood || isSending} onClick={send}>
          {isSending ? 'Uploading...' : 'Submit to Backend'}
        </Button>
      </div>
      <Card title="Files" description="Who uploaded what, and when.">
        <AppliedFiles kind="purchase-orders" effect="Deletes the orders and lines that it added, and restores the lines that it changed." stale={[]} />
      </Card>
      {sheetChoice}
      <UploadResultDialog upload={upload} files={files} onUpdate={update} onOpenPo={onOpenPo} onClose={close} />
    </div>
  );
}

/** @returns a message for a file that can't be read */
async function readOrRefuse(file: File, chooseSheet: ChooseSheet): Promise<PoFile | string> {
  if (!isTableFile(file)) return `${file.name}: ${NOT_A_TABLE}`;
  return readPoFile(file, chooseSheet).catch((error: unknown) => {
    const reason = readFailure(error);
    // Of a file of another kind, the reason names the file already.
    return reason.startsWith(`${file.name} `) ? reason : `${file.name}: ${reason}`;
  });
}

/** Checks all rows; undefined until the check is done. */
function useChecked(files: readonly PoFile[]): Checked | undefined {
  const [checked, setChecked] = useState<Checked>();
  useEffect(() => {
    let isCurrent = true;
    setChecked(undefined);
    if (files.length > 0) void checkRows(files, () => isCurrent).then((result) => isCurrent && setChecked(result));
    return () => {
      isCurrent = false;
    };
  }, [files]);
  return checked;
}

function FileList({ files, isFixed, onRemove }: { files: readonly PoFile[]; isFixed: boolean; onRemove: (file: PoFile) => void }) {
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
            <span className="text-muted whitespace-nowrap">{counted(file.rows.length, 'row')}</span>
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
  /** Files with the same headers. */
  readonly files: readonly PoFile[];
  /** Whether all files have the same headers. */
  readonly isOnly: boolean;
  readonly onColumn: (field: PoField, header: string | undefined) => void;
}

/** Assigns the headers of files to columns. */
function ColumnsCard({ files, isOnly, onColumn }: ColumnsCardProps) {
  const { headers, repeatedHeaders, columns } = files[0] ?? { headers: [], repeatedHeaders: [], columns: {} };
  const title = isOnly ? 'Columns' : `Columns of ${files.map(({ name }) => name).join(', ')}`;
  return (
    <Card title={title} description="Assigned by name. Change a wrong assignment.">
      <div className="px-4 pb-4">
        <ColumnChoice fields={PO_COLUMNS} {...{ headers, repeatedHeaders, columns, onColumn }} />
      </div>
    </Card>
  );
}
