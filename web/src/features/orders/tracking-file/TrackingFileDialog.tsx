import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { orderPage, orderTotals } from '@stowage/contract/orders/orders';
import { enterTrackingNumbers, TRACKING_COLUMNS, TRACKING_ROWS_LIMIT } from '@stowage/contract/orders/tracking-file';
import { useMemo, useState } from 'react';
import { runBulk } from '../../../shared/bulk/run-bulk.ts';
import { FilePicker } from '../../../shared/files/FilePicker.tsx';
import { ColumnChoice } from '../../../shared/table-files/ColumnChoice.tsx';
import { columnsOf, missingColumns, rememberColumns } from '../../../shared/table-files/file-columns.ts';
import { isTableFile, NOT_A_TABLE, readFailure } from '../../../shared/table-files/file-kind.ts';
import { RowProgress } from '../../../shared/table-files/RowProgress.tsx';
import { useSheetChoice } from '../../../shared/table-files/SheetChoice.tsx';
import { readTableFile, type TableFile } from '../../../shared/table-files/table-file.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { TrackingPreview } from './TrackingPreview.tsx';
import { type FileRow, readTrackingRows, type TrackingColumns } from './tracking-rows.ts';
import { useTrackingCheck } from './use-tracking-check.ts';

/** Reads a file of tracking numbers, shows what each row would do, and enters those that can be entered. */
export function TrackingFileDialog({ onClose }: { readonly onClose: () => void }) {
  const { file, columns, setColumns, isReading, problem, choose, sheetChoice } = useTrackingFile();
  const isComplete = missingColumns(TRACKING_COLUMNS, columns).length === 0;
  const read = useMemo(() => (file === undefined || !isComplete ? undefined : readTrackingRows(file, columns)), [file, columns, isComplete]);
  const check = useTrackingCheck(read);
  const [areDoubtsSent, setDoubtsSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const chosen = (check.rows ?? []).filter(({ result }) => result === 'READY' || (areDoubtsSent && result === 'CHECK'));
  const enter = async () => {
    setBusy(true);
    if (file !== undefined) await rememberColumns('tracking-numbers', file.headers, columns);
    const started = await startEntering(chosen);
    setBusy(false);
    if (started !== undefined) onClose();
  };
  return (
    <Dialog title="Tracking numbers from a file" description={DESCRIPTION} size={file === undefined ? 'normal' : 'wide'} open onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FilePicker
          label="File of tracking numbers"
          text="Drag and drop a file here, or click to select one"
          isBusy={isReading || isBusy}
          onFiles={([one]) => one !== undefined && void choose(one)}
        />
        {sheetChoice}
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {file !== undefined && (
          <section aria-label="Columns" className="grid gap-2">
            <h3 className="font-semibold [overflow-wrap:anywhere]">Columns of {file.name}</h3>
            <ColumnChoice fields={TRACKING_COLUMNS} {...file} columns={columns} onColumn={(field, header) => setColumns({ ...columns, [field]: header })} />
          </section>
        )}
        {check.problem !== undefined && <Banner tone="bad">The rows could not be checked: {check.problem}</Banner>}
        {read !== undefined && check.rows === undefined && check.problem === undefined && (
          <RowProgress text={`Checking ${numberText(check.checked)} of ${numberText(read.length)} rows`} done={check.checked} total={read.length} />
        )}
        {check.rows !== undefined && <TrackingPreview rows={check.rows} areDoubtsSent={areDoubtsSent} onDoubtsSent={setDoubtsSent} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isBusy || chosen.length === 0} onClick={() => void enter()}>
            {isBusy ? 'Entering...' : `Enter ${numbers(chosen.length)}`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const DESCRIPTION =
  'Excel (.xlsx), .csv or .txt, with one line per shipped order: its number, the tracking number, and the carrier where the number does not show it.';

const numbers = (count: number) => counted(count, 'tracking number');

function startEntering(rows: readonly FileRow[]) {
  return runBulk(enterTrackingNumbers, {
    selection: { ids: rows.map(({ orderId }) => orderId) },
    input: { rows: rows.map(({ orderId, trackingNumber, carrier, shippingMethod }) => ({ orderId, trackingNumber, carrier, shippingMethod })) },
    title: `Enter ${numbers(rows.length)}`,
    stale: [orderPage, orderTotals],
  });
}

function useTrackingFile() {
  const [file, setFile] = useState<TableFile>();
  const [columns, setColumns] = useState<TrackingColumns>({});
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { chooseSheet, sheetChoice } = useSheetChoice();
  const choose = async (chosen: File) => {
    setProblem(undefined);
    setFile(undefined);
    if (!isTableFile(chosen)) return setProblem(NOT_A_TABLE);
    setReading(true);
    try {
      const read = await readTableFile(chosen, { chooseSheet, fields: TRACKING_COLUMNS, maxRows: TRACKING_ROWS_LIMIT });
      setColumns(await columnsOf('tracking-numbers', TRACKING_COLUMNS, read.headers));
      setFile(read);
    } catch (error) {
      setProblem(readFailure(error));
    }
    setReading(false);
  };
  return { file, columns, setColumns, isReading, problem, choose, sheetChoice };
}
