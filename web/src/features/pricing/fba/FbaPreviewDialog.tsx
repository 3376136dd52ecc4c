import type { OutputOf } from '@stowage/contract/endpoint';
import { FBA_PREVIEW_LIMIT, previewFbaPrices } from '@stowage/contract/pricing/listing-changes';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { dollars } from '../../../ui/format/money.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

type Preview = OutputOf<typeof previewFbaPrices>;

/** What a bulk price update would do, before it is asked for. */
export function FbaPreviewDialog({
  onClose,
  onConfirm,
  returnFocusTo,
}: {
  onClose: () => void;
  onConfirm: () => void;
  returnFocusTo: () => HTMLElement | null;
}) {
  const preview = useQuery({ ...queryFor(previewFbaPrices, {}), staleTime: 0, gcTime: 0 });
  return (
    <Dialog
      title="Bulk Update FBA Prices"
      description="This will update prices for all items in the price list that have matching New condition listings. Continue?"
      size="wide"
      open
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {preview.isPending && <SkeletonRows count={4} />}
        {preview.isError && <ErrorState title="The preview could not be made" detail={preview.error.message} onRetry={() => void preview.refetch()} />}
        {preview.data !== undefined && <Counts preview={preview.data} />}
        {preview.data?.rows.length === 0 && <EmptyState title="No price would change" />}
        {preview.data !== undefined && preview.data.rows.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section aria-label="Preview" tabIndex={0} className="max-h-[45dvh] overflow-auto rounded-card border border-line">
            <DataTable label="Price changes" columns={COLUMNS} rows={preview.data.rows} keyOf={({ sku }) => sku} />
          </section>
        )}
        {preview.data?.rows.length === FBA_PREVIEW_LIMIT && <p className="text-muted">The first {FBA_PREVIEW_LIMIT} are shown.</p>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} autoFocus>
            Cancel
          </Button>
          <Button look="primary" disabled={preview.data === undefined || preview.data.changeCount === 0} onClick={onConfirm}>
            Continue
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Counts({ preview: { totalItems, changeCount, unchangedCount, heldCount, largestChangePercent } }: { preview: Preview }) {
  const facts = [
    { name: 'Listings', value: totalItems.toLocaleString() },
    { name: 'Would change', value: changeCount.toLocaleString() },
    { name: 'Unchanged', value: unchangedCount.toLocaleString() },
    { name: 'Held by a guard', value: heldCount.toLocaleString() },
    { name: 'Largest change', value: largestChangePercent === null ? 'N/A' : percent(largestChangePercent) },
  ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2" aria-live="polite">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="text-base font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const price = (text: string | null) => dollars(text === null ? null : Number(text));
const percent = (value: number) => `${value.toLocaleString(undefined, { maximumFractionDigits: 1 })} %`;

const COLUMNS: readonly Column<Preview['rows'][number]>[] = [
  { heading: 'SKU', isTitle: true, cell: ({ sku }) => <span className="font-mono break-all sm:whitespace-nowrap">{sku}</span> },
  { heading: 'ASIN', cell: ({ asin }) => <span className="font-mono">{asin}</span> },
  { heading: 'Before', align: 'right', cell: ({ oldPrice }) => price(oldPrice) },
  { heading: 'After', align: 'right', cell: ({ newPrice }) => <strong className="font-semibold">{price(newPrice)}</strong> },
  { heading: 'Change', align: 'right', cell: ({ changePercent }) => (changePercent === null ? 'N/A' : percent(changePercent)) },
  {
    heading: 'Held because',
    cell: ({ heldBecause }) =>
      heldBecause === null ? (
        '–'
      ) : (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <Badge tone="warn">Held</Badge>
          {heldBecause}
        </span>
      ),
  },
];
