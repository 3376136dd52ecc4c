import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  DIFF_KINDS,
  type DiffKind,
  type DiffRow,
  exportRejected,
  PRICE_LIST_DIFF_ROWS,
  type PriceListUpload,
  uploadDiff,
} from '@stowage/contract/price-lists/price-lists';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { AmountChange, Change } from './Change.tsx';

const NAMES: Readonly<Record<DiffKind, string>> = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', rejected: 'Rejected' };

/** The rows of a staged file, grouped by the kind of change. */
export function DiffTabs({ upload }: { upload: PriceListUpload }) {
  const counts = { new: upload.newCount, changed: upload.changedCount, unchanged: upload.unchangedCount, rejected: upload.rejectedCount };
  const [kind, setKind] = useState<DiffKind>(() => (['changed', 'new', 'rejected'] as const).find((one) => counts[one] > 0) ?? 'unchanged');
  return (
    <Tabs
      label="What would change"
      current={kind}
      tabs={DIFF_KINDS.map((name) => ({ name, label: `${NAMES[name]} (${numberText(counts[name])})` }))}
      onTab={setKind}
    >
      {kind === 'rejected' && upload.rejectedCount > 0 && (
        <div className="flex justify-end">
          <ExportButton endpoint={exportRejected} input={{ params: { id: upload.id } }} name={`rejected rows of ${upload.fileName}.csv`} />
        </div>
      )}
      <DiffRows key={kind} uploadId={upload.id} kind={kind} />
    </Tabs>
  );
}

function DiffRows({ uploadId, kind }: { uploadId: number; kind: DiffKind }) {
  const rows = useInfiniteQuery({
    queryKey: [uploadDiff.path, uploadId, kind],
    queryFn: ({ pageParam }) => call(uploadDiff, { params: { id: uploadId }, query: { kind, after: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PRICE_LIST_DIFF_ROWS ? undefined : page.at(-1)?.row),
  });
  return (
    <QueryResult query={rows} failure="The comparison could not be loaded" empty={<EmptyState title={`No ${NAMES[kind].toLowerCase()} rows`} />}>
      {({ pages }) => (
        <>
          <ScrollBox label="Scrolling list">
            <DataTable label={`${NAMES[kind]} rows`} columns={COLUMNS[kind]} rows={pages.flat()} keyOf={(row) => row.row} />
          </ScrollBox>
          <MoreButton query={rows} />
        </>
      )}
    </QueryResult>
  );
}

const POSITION: readonly Column<DiffRow>[] = [
  { heading: 'Row', align: 'right', cell: ({ row }) => numberText(row) },
  { heading: 'UPC', cell: ({ upc }) => <span className="inline-block min-w-[13ch] font-mono break-all">{upc || '–'}</span> },
];
const ROW: readonly Column<DiffRow>[] = [
  ...POSITION,
  { heading: 'Item Code', cell: ({ item_code }) => item_code ?? 'N/A' },
  { heading: 'Product Title', isTitle: true, cell: ({ product_title }) => product_title },
  { heading: 'Vendor', cell: ({ vendor }) => vendor ?? 'N/A' },
  { heading: 'MAP', align: 'right', cell: (row) => dollars(row.new_map) },
  { heading: 'Cost', align: 'right', cell: (row) => dollars(row.new_cost) },
];
const COLUMNS: Readonly<Record<DiffKind, readonly Column<DiffRow>[]>> = {
  new: ROW,
  changed: [
    ...POSITION,
    { heading: 'Item Code', cell: (row) => <Change before={row.old_item_code} after={row.item_code} /> },
    { heading: 'Product Title', isTitle: true, cell: (row) => <Change before={row.old_product_title} after={row.product_title} /> },
    { heading: 'Vendor', cell: (row) => <Change before={row.old_vendor} after={row.vendor} /> },
    { heading: 'MAP', align: 'right', cell: (row) => <AmountChange before={row.old_map} after={row.new_map} /> },
    { heading: 'Cost', align: 'right', cell: (row) => <AmountChange before={row.old_cost} after={row.new_cost} /> },
  ],
  unchanged: ROW,
  rejected: [...POSITION, { heading: 'Reason', isTitle: true, cell: ({ reason }) => reason }],
};
