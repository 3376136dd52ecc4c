import { numberText } from '@stowage/contract/formats/text/number-text';
import { useState } from 'react';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import type { FileRow, RowResult } from './tracking-rows.ts';

interface TrackingPreviewProps {
  readonly rows: readonly FileRow[];
  /** Rows whose carrier doesn't fit the number are entered too. */
  readonly areDoubtsSent: boolean;
  readonly onDoubtsSent: (areSent: boolean) => void;
}

const RESULTS: StateLooks<RowResult> = {
  REFUSED: { label: 'Refused', tone: 'bad' },
  CHECK: { label: 'Check the carrier', tone: 'warn' },
  READY: { label: 'Ready', tone: 'good' },
  UNCHANGED: { label: 'Already entered', tone: 'neutral' },
};
const ORDER = Object.keys(RESULTS) as RowResult[];
const PAGE_SIZE = 25;

/** What each row of the file would do, problems first. */
export function TrackingPreview({ rows, areDoubtsSent, onDoubtsSent }: TrackingPreviewProps) {
  const [shown, setShown] = useState<RowResult>();
  const [page, setPage] = useState(0);
  const countOf = (result: RowResult) => rows.filter((row) => row.result === result).length;
  const options = ORDER.filter((result) => countOf(result) > 0).map((value) => ({
    value,
    label: `${RESULTS[value].label} (${numberText(countOf(value))})`,
  }));
  const listed = ORDER.flatMap((result) => rows.filter((row) => row.result === result && (shown === undefined || result === shown)));
  const doubts = countOf('CHECK');
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status">{options.map(({ label }) => label).join(', ')}</p>
      <div className="max-w-72">
        <SelectField
          label="Show"
          value={shown ?? ''}
          options={[{ value: '', label: `All (${numberText(rows.length)})` }, ...options]}
          onText={(text) => {
            setShown(ORDER.find((one) => one === text));
            setPage(0);
          }}
        />
      </div>
      <DataTable
        label="Rows of the file"
        columns={COLUMNS}
        rows={listed.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)}
        keyOf={({ rowNumber }) => rowNumber}
      />
      <Pagination page={page} pageSize={PAGE_SIZE} totalCount={listed.length} onPage={setPage} />
      {doubts > 0 && (
        <label className="flex min-h-9 items-center gap-2">
          <input type="checkbox" className="size-4.5" checked={areDoubtsSent} onChange={({ target }) => onDoubtsSent(target.checked)} />
          Also enter the {numberText(doubts)} whose carrier does not fit
        </label>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<FileRow>[] = [
  { heading: 'Row', cell: ({ rowNumber }) => numberText(rowNumber) },
  { heading: 'Order', isTitle: true, cell: ({ orderId }) => orderId },
  { heading: 'Tracking number', cell: ({ trackingNumber }) => trackingNumber },
  { heading: 'Carrier', cell: ({ carrier }) => carrier },
  { heading: 'Result', cell: ({ result }) => <StateBadge {...RESULTS[result]} /> },
  { heading: 'Reason', cell: ({ message }) => message ?? '' },
];
