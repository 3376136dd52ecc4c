import type { Endpoint } from '@stowage/contract/endpoint';
import type { FileColumn } from '@stowage/contract/formats/file-cells';
import type { AreaFileKindName } from '@stowage/contract/spreadsheets/area-files';
import { startOf } from '@stowage/contract/storable-text';
import { type ReactNode, useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog/Dialog.tsx';
import { AppliedFiles } from '../table-files/AppliedFiles.tsx';
import { ColumnChoice } from '../table-files/ColumnChoice.tsx';
import { columnsOf, type FileColumns, rememberColumns } from '../table-files/file-columns.ts';
import { isTableFile, NOT_A_TABLE, readFailure } from '../table-files/file-kind.ts';
import { useSheetChoice } from '../table-files/SheetChoice.tsx';
import { cellAddress, readTableFile, type TableFile } from '../table-files/table-file.ts';
import { FilePicker } from './FilePicker.tsx';

/** A longer cell is neither a number nor a code; the server rejects the truncated text. */
const CELL_MAX_LENGTH = 500;

interface ImportColumn<Field extends string> extends FileColumn<Field> {
  readonly isRequired: boolean;
}

/** A file with its columns, and its rows by these columns. */
export interface ImportFile<Field extends string> {
  readonly table: TableFile;
  readonly columns: FileColumns<Field>;
  readonly rows: readonly Readonly<Record<Field, string>>[];
  /** The address of the cell that a problem of a row is about: the problem begins with the name of its column. @param row from 1 */
  readonly cellOf: (row: number, problem: string) => string | undefined;
}

interface ImportDialogProps<Field extends string, Checked> extends Pick<DialogProps, 'title' | 'description' | 'onClose'> {
  readonly kind: AreaFileKindName;
  readonly fields: readonly ImportColumn<Field>[];
  readonly maxRows: number;
  readonly fileLabel: string;
  /** What is missing in the chosen columns; undefined when nothing is. */
  readonly problemOf: (columns: FileColumns<Field>) => string | undefined;
  /** Asks the server what the file would do. */
  readonly check: (file: ImportFile<Field>) => Promise<Checked>;
  /** The label of the button, and whether the checked file can be saved. */
  readonly submit: (checked: Checked | undefined) => { readonly label: string; readonly isReady: boolean };
  readonly onSave: (file: ImportFile<Field>) => Promise<void>;
  /** What was not done when saving failed; the server's message follows. */
  readonly failure: string;
  /** What the dialog is doing. */
  readonly progress?: (file: ImportFile<Field> | undefined, isSaving: boolean) => string;
  /** What an undo of an earlier file does, and the endpoints to read again after it. */
  readonly undo: { readonly effect: string; readonly stale: readonly Endpoint[] };
  /** The preview of the checked file. */
  readonly children: (checked: Checked, file: ImportFile<Field>) => ReactNode;
}

/** Imports a file, after its columns were found and a preview of what it would do and of its errors. Earlier files can be undone. */
export function ImportDialog<Field extends string, Checked>(props: ImportDialogProps<Field, Checked>) {
  const { kind, fields, maxRows, fileLabel, problemOf, check, submit, onSave, failure, progress, undo, children, onClose, ...dialog } = props;
  const [file, setFile] = useState<ImportFile<Field>>();
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'reading' | 'saving'>();
  const { chooseSheet, sheetChoice } = useSheetChoice();
  /** Runs a step of the import, and shows why it failed. */
  const run = async (step: 'reading' | 'saving', work: () => Promise<void>, prefix = '') => {
    setProblem(undefined);
    setBusy(step);
    await work().catch((error: unknown) => setProblem(prefix + readFailure(error)));
    setBusy(undefined);
  };
  const begin = async (next: ImportFile<Field>) => {
    setChecked(undefined);
    setFile(next);
    const missing = problemOf(next.columns);
    if (missing !== undefined) throw new Error(missing);
    setChecked(await check(next));
  };
  const choose = ([chosen]: readonly File[]) =>
    chosen !== undefined &&
    run('reading', async () => {
      setFile(undefined);
      setChecked(undefined);
      if (!isTableFile(chosen)) throw new Error(NOT_A_TABLE);
      const table = await readTableFile(chosen, { chooseSheet, fields, maxRows });
      await begin(importFile(table, fields, await columnsOf(kind, fields, table.headers)));
    });
  const save = (ready: ImportFile<Field>) =>
    run(
      'saving',
      async () => {
        await rememberColumns(kind, ready.table.headers, ready.columns);
        await onSave(ready);
      },
      `${failure} `,
    );
  const { label, isReady } = submit(checked);
  return (
    <Dialog {...dialog} size={file === undefined ? 'normal' : 'wide'} open onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FilePicker
          label={fileLabel}
          text="Drag and drop a file here, or click to select one"
          isBusy={busy !== undefined}
          onFiles={(files) => void choose(files)}
        />
        {sheetChoice}
        {busy !== undefined && progress !== undefined && <p role="status">{progress(file, busy === 'saving')}</p>}
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {file === undefined && <AppliedFiles kind={kind} {...undo} isInDialog />}
        {file !== undefined && (
          <details open={problemOf(file.columns) !== undefined || file.table.repeatedHeaders.length > 0}>
            <summary className="min-h-9 cursor-pointer py-1.5 font-medium [overflow-wrap:anywhere]">Columns of {file.table.name}</summary>
            <ColumnChoice
              fields={fields}
              {...file.table}
              columns={file.columns}
              onColumn={(field, header) => void run('reading', () => begin(importFile(file.table, fields, { ...file.columns, [field]: header })))}
            />
          </details>
        )}
        {file !== undefined && checked !== undefined && children(checked, file)}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isReady || busy !== undefined} onClick={() => file !== undefined && void save(file)}>
            {busy === 'saving' ? 'Saving...' : label}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function importFile<Field extends string>(table: TableFile, fields: readonly ImportColumn<Field>[], columns: FileColumns<Field>): ImportFile<Field> {
  const rows = table.rows.map((row) => {
    const cell = (header: string | undefined) => (header === undefined ? '' : startOf(row[header] ?? '', CELL_MAX_LENGTH));
    return Object.fromEntries(fields.map(({ field }) => [field, cell(columns[field])])) as Record<Field, string>;
  });
  // The longest label first: one may be the beginning of another.
  const byLabel = [...fields].sort((one, other) => other.label.length - one.label.length);
  const cellOf = (row: number, problem: string) => {
    const field = byLabel.find(({ label }) => problem.startsWith(`${label} `) || problem.startsWith(`${label}: `));
    return field && cellAddress(table, row - 1, columns[field.field]);
  };
  return { table, columns, rows, cellOf };
}
