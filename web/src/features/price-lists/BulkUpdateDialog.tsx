import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  applyUpload,
  type BulkUpdateResult,
  listPriceLists,
  listUploads,
  PRICE_LIST_COLUMNS,
  PRICE_LIST_FIELDS,
} from '@stowage/contract/price-lists/price-lists';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { RefusedError } from '../../api/problem.ts';
import { useInvalidate } from '../../api/query.ts';
import { FilePicker } from '../../shared/files/FilePicker.tsx';
import { untilAnswered } from '../../shared/scan/until-answered.ts';
import { ColumnChoice } from '../../shared/table-files/ColumnChoice.tsx';
import { rememberColumns } from '../../shared/table-files/file-columns.ts';
import { isTableFile, readFailure } from '../../shared/table-files/file-kind.ts';
import { RowProgress } from '../../shared/table-files/RowProgress.tsx';
import { useSheetChoice } from '../../shared/table-files/SheetChoice.tsx';
import { useReading } from '../../shared/table-files/use-reading.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { DiffTabs } from './DiffTabs.tsx';
import { FailurePanel } from './FailurePanel.tsx';
import { FilePreview } from './FilePreview.tsx';
import { type PriceListFile, problemOf, readPriceListFile } from './price-list-file.ts';
import { ResultPanel } from './ResultPanel.tsx';
import { type Comparison, useComparison } from './use-comparison.ts';

interface BulkUpdateDialogProps {
  /** Suggestions for the vendor field. */
  readonly vendors: readonly string[];
  readonly onClose: () => void;
}

const CLOSES_AFTER_MS = 2_000;

/** The refusals after which a file must be compared again. */
const COMPARE_AGAIN: readonly string[] = ['list_changed', 'not_compared', 'rows_missing'] satisfies (typeof applyUpload.reasons)[number][];

/** Reads, compares and applies a vendor's file. Closing the dialog discards a file that was not applied. */
export function BulkUpdateDialog({ vendors, onClose }: BulkUpdateDialogProps) {
  const [vendor, setVendor] = useState('');
  const [file, setFile] = useState<PriceListFile>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const beginReading = useReading();
  const { chooseSheet, sheetChoice } = useSheetChoice();
  const { comparison, compare, reset } = useComparison();
  const apply = useApply();
  useCloseAfter(apply.data, onClose);

  const choose = async (files: readonly File[]) => {
    setProblem(undefined);
    const accepted = files.find(isTableFile);
    if (accepted === undefined) return setProblem('Please upload a valid CSV file.');
    const signal = beginReading();
    setReading(true);
    try {
      const read = await readPriceListFile(accepted, chooseSheet, signal);
      begin(read);
    } catch (error) {
      if (!signal.aborted) setProblem(readFailure(error));
    } finally {
      if (!signal.aborted) setReading(false);
    }
  };
  /** Compares a file whose columns are complete. */
  const begin = (read: PriceListFile) => {
    setFile(read);
    const missing = problemOf(read);
    setProblem(missing);
    if (missing === undefined) compare(read, vendor.trim());
    else reset();
  };
  const startOver = () => {
    setProblem(undefined);
    setFile(undefined);
    apply.reset();
    reset();
  };
  const update = () => {
    if (file === undefined) return setProblem('Please upload and parse a CSV file first.');
    if (comparison.step !== 'compared') return;
    void rememberColumns('price-lists', file.table.headers, file.columns);
    const isOutdated = (error: Error) => error instanceof RefusedError && COMPARE_AGAIN.includes(error.reason ?? '');
    apply.mutate(comparison.upload.id, {
      // The comparison is outdated, or the server has lost the rows: upload and compare the file again.
      onError: (error) => {
        if (!isOutdated(error)) return;
        apply.reset();
        setProblem(error.message);
        compare(file, vendor.trim());
      },
    });
  };

  const isOver = apply.isSuccess || apply.isError;
  const count = recordCount(file, comparison);
  return (
    <Dialog title="Bulk Update" description="Update the price lists from a vendor's file." size="wide" open onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {sheetChoice}
        {file === undefined && (
          <>
            <Instructions />
            <TextField label="Vendor" hint="Optional, for rows without a vendor." list="price-list-vendors" maxLength={200} value={vendor} onText={setVendor} />
            <datalist id="price-list-vendors">
              {vendors.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <FilePicker label="Price list file" text="Drop an .xlsx, .csv or .txt file here" isBusy={isReading} onFiles={(files) => void choose(files)} />
          </>
        )}
        {file !== undefined && !isOver && (
          <>
            <details open={problemOf(file) !== undefined || file.table.repeatedHeaders.length > 0}>
              <summary className="min-h-9 cursor-pointer py-1.5 font-medium">Columns</summary>
              <ColumnChoice
                fields={PRICE_LIST_FIELDS}
                {...file.table}
                columns={file.columns}
                onColumn={(field, header) => begin({ ...file, columns: { ...file.columns, [field]: header } })}
              />
            </details>
            <FilePreview file={file} />
            <ComparisonPart comparison={comparison} rowCount={file.table.rows.length} onAgain={() => compare(file, vendor.trim())} />
          </>
        )}
        {apply.isSuccess && <ResultPanel result={apply.data} />}
        {apply.isError && file !== undefined && <FailurePanel error={apply.error} rowCount={file.table.rows.length} onRetry={update} />}
        <div className="flex flex-wrap justify-end gap-2">
          {file !== undefined && !apply.isPending && <Button onClick={startOver}>Choose another file</Button>}
          <Button onClick={onClose}>{isOver ? 'Close' : 'Cancel'}</Button>
          {!isOver && (
            <Button look="primary" disabled={apply.isPending || (file !== undefined && (comparison.step !== 'compared' || count === 0))} onClick={update}>
              {apply.isPending ? 'Processing...' : `Update ${numberText(count)} Records`}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The records that an update would add or change; until the comparison knows them, the rows of the file. */
function recordCount(file: PriceListFile | undefined, comparison: Comparison): number {
  if (comparison.step === 'compared') return comparison.upload.newCount + comparison.upload.changedCount;
  return file?.table.rows.length ?? 0;
}

/** Applies a file. The server applies it once, so that a lost answer can be requested again. */
function useApply() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (id: number) => untilAnswered(() => call(applyUpload, { params: { id } })),
    onSuccess: () => void Promise.all([listPriceLists, listUploads].map(invalidate)),
  });
}

/** Closes the dialog after a result without errors. */
function useCloseAfter(result: BulkUpdateResult | undefined, onClose: () => void) {
  const close = useEffectEvent(onClose);
  const isClean = result?.errorCount === 0;
  useEffect(() => {
    if (!isClean) return;
    const timer = setTimeout(() => close(), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isClean]);
}

function Instructions() {
  return (
    <div className="text-muted">
      <p>
        The first line contains the column names: <span className="font-mono text-ink">{PRICE_LIST_COLUMNS.join(', ')}</span>, and{' '}
        <span className="font-mono text-ink">vendor</span> if the file has several vendors.
      </p>
      <p>Items are matched by UPC, EAN or GTIN. An empty cell keeps the current value. You see a comparison before anything changes.</p>
    </div>
  );
}

function ComparisonPart({ comparison, rowCount, onAgain }: { comparison: Comparison; rowCount: number; onAgain: () => void }) {
  if (comparison.step === 'sending') {
    const percent = Math.floor((comparison.sent / rowCount) * 100);
    return <RowProgress text={`Comparing with the price lists … ${percent} %`} done={comparison.sent} total={rowCount} />;
  }
  if (comparison.step === 'failed') {
    return (
      <Banner tone="bad" action={{ label: 'Try again', onClick: onAgain }}>
        The file could not be compared: {comparison.message}
      </Banner>
    );
  }
  if (comparison.step === 'none') return null;
  return (
    <section aria-label="Comparison" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">What would change</h3>
      <DiffTabs upload={comparison.upload} />
    </section>
  );
}
