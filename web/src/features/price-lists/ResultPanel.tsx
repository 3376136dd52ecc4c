import { numberText } from '@stowage/contract/formats/text/number-text';
import { type BulkUpdateResult, exportRejected } from '@stowage/contract/price-lists/price-lists';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { Banner } from '../../ui/Banner.tsx';

const ERRORS_SHOWN = 5;

/** The result of an applied file. */
export function ResultPanel({ result }: { result: BulkUpdateResult }) {
  const { totalProcessed, updatedCount, insertedCount, unchangedCount, errorCount, errors, uploadId } = result;
  const counts = [
    ['Processed', totalProcessed],
    ['Updated', updatedCount],
    ['Inserted', insertedCount],
    ['Unchanged', unchangedCount],
    ['Errors', errorCount],
  ] as const;
  const more = errorCount - Math.min(errorCount, ERRORS_SHOWN);
  return (
    <div className="grid gap-3">
      <Banner tone="good">Upload Completed Successfully</Banner>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {counts.map(([name, count]) => (
          <div key={name} className="rounded-card border border-line px-3 py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="text-lg font-semibold">{numberText(count)}</dd>
          </div>
        ))}
      </dl>
      {errorCount > 0 && (
        <div className="grid justify-items-start gap-2">
          <ul className="list-disc pl-5">
            {errors.slice(0, ERRORS_SHOWN).map((error) => (
              <li key={error} className="break-words">
                {error}
              </li>
            ))}
            {more > 0 && <li className="list-none text-muted">... and {numberText(more)} more errors</li>}
          </ul>
          <ExportButton endpoint={exportRejected} input={{ params: { id: uploadId } }} name="rejected rows.csv" />
        </div>
      )}
    </div>
  );
}
