import type { OutputOf } from '@stowage/contract/endpoint';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { previewFbaPrices } from '@stowage/contract/pricing/fba-prices';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { type Fact, Facts } from '../../../ui/Facts.tsx';
import { percentText } from '../../../ui/format/percent.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

type Preview = OutputOf<typeof previewFbaPrices>;

interface FbaPreviewDialogProps {
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** The changes that a bulk price update would make. */
export function FbaPreviewDialog({ onClose, onConfirm, returnFocusTo }: FbaPreviewDialogProps) {
  const preview = useQuery({ ...queryFor(previewFbaPrices, {}), staleTime: 0, gcTime: 0 });
  return (
    <ConfirmDialog
      title="Bulk Update FBA Prices"
      question="This will update prices for all items in the price list that have matching New condition listings. Continue?"
      confirmLabel="Continue"
      size="wide"
      open
      isBusy={false}
      isReady={preview.data !== undefined && preview.data.changeCount + preview.data.heldCount > 0}
      onConfirm={onConfirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <QueryResult query={preview} failure="The preview could not be loaded" rows={4}>
        {(data) => (
          <>
            <Counts preview={data} />
            <PriceChanges preview={data} />
            <HeldPrices preview={data} />
          </>
        )}
      </QueryResult>
    </ConfirmDialog>
  );
}

function PriceChanges({ preview: { rows, changeCount } }: { preview: Preview }) {
  const changes = rows.filter(({ heldBecause }) => heldBecause === null);
  if (changeCount === 0) return <EmptyState title="No price would change" />;
  return (
    <>
      <ScrollBox label="Preview" className="max-h-[45dvh] rounded-card border border-line">
        <DataTable label="Price changes" columns={COLUMNS} rows={changes} keyOf={({ sku }) => sku} />
      </ScrollBox>
      {changes.length < changeCount && <p className="text-muted">The {changes.length} largest changes are shown.</p>}
    </>
  );
}

/** Closed at first: the prices that a guard holds need nothing now. The update puts them into the pricing breakdown. */
function HeldPrices({ preview: { rows, heldCount } }: { preview: Preview }) {
  const held = rows.filter(({ heldBecause }) => heldBecause !== null);
  if (heldCount === 0) return null;
  return (
    <details className="rounded-card border border-line">
      <summary className="flex min-h-9 flex-wrap items-center gap-2 px-4 font-medium hover:bg-sunken max-sm:min-h-11">
        <Badge tone="warn">Held</Badge> {numberText(heldCount)} of the prices would wait for your approval in the pricing breakdown
      </summary>
      <ScrollBox label="Held prices" className="max-h-[30dvh]">
        <DataTable label="Held prices" columns={HELD_COLUMNS} rows={held} keyOf={({ sku }) => sku} />
      </ScrollBox>
      {held.length < heldCount && <p className="px-4 py-2 text-muted">The first {held.length} are shown.</p>}
    </details>
  );
}

function Counts({ preview: { totalItems, changeCount, unchangedCount, heldCount, largestChangePercent } }: { preview: Preview }) {
  const facts: readonly Fact[] = [
    ['Listings', numberText(totalItems)],
    ['Would change', numberText(changeCount)],
    ['Unchanged', numberText(unchangedCount)],
    ['Held by a guard', numberText(heldCount)],
    ['Largest change', largestChangePercent === null ? 'N/A' : percentText(largestChangePercent)],
  ];
  return (
    <div aria-live="polite">
      <Facts facts={facts} isStacked className="flex flex-wrap gap-x-8 gap-y-2" valueClass="text-base font-semibold tabular-nums" />
    </div>
  );
}

const COLUMNS: readonly Column<Preview['rows'][number]>[] = [
  { heading: 'SKU', isTitle: true, cell: ({ sku }) => <span className="font-mono break-all sm:whitespace-nowrap">{sku}</span> },
  { heading: 'ASIN', cell: ({ asin }) => <span className="font-mono">{asin}</span> },
  { heading: 'Before', align: 'right', cell: ({ oldPrice }) => moneyText(oldPrice) },
  { heading: 'After', align: 'right', cell: ({ newPrice }) => <strong className="font-semibold">{moneyText(newPrice)}</strong> },
  { heading: 'Change', align: 'right', cell: ({ changePercent }) => (changePercent === null ? 'N/A' : percentText(changePercent)) },
];
const HELD_COLUMNS: typeof COLUMNS = [...COLUMNS, { heading: 'Held because', cell: ({ heldBecause }) => heldBecause }];
