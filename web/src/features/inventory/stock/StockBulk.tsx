import type { LocationOption } from '@stowage/contract/inventory';
import { quarantineUnit } from '@stowage/contract/inventory-adjustment';
import { LISTING_UNITS_LIMIT, listingUnits, type StockRow } from '@stowage/contract/inventory-stock';
import { Printer, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { BulkMove } from '../adjustment/BulkMove.tsx';
import { ReasonDialog } from '../adjustment/ReasonDialog.tsx';
import { BatchFailureList } from '../BatchFailureList.tsx';
import { itemLabel, type PrintLabels } from '../label-of.ts';
import { useUnitBatch } from '../use-unit-batch.ts';

interface StockBulkProps {
  readonly rows: readonly StockRow[];
  readonly locations: readonly LocationOption[];
  readonly onPrint: PrintLabels;
  /** @param isWhole false: some units stay as they were, and their listings chosen */
  readonly onDone: (isWhole: boolean) => void;
}

/** What can be done with all units of the chosen listings. */
export function StockBulk({ rows, locations, onPrint, onDone }: StockBulkProps) {
  const [isAsking, setAsking] = useState(false);
  const { progress, failures, run } = useUnitBatch();
  const units = rows.reduce((sum, row) => sum + Math.min(row.on_hand, LISTING_UNITS_LIMIT), 0);
  const unitsOf = async () => {
    const lists = await Promise.all(rows.map((row) => call(listingUnits, { params: { listingId: String(row.listing_id) } })));
    return lists.flat();
  };
  const chosen = `${rows.length.toLocaleString()} ${rows.length === 1 ? 'listing' : 'listings'}, ${units.toLocaleString()} ${units === 1 ? 'unit' : 'units'}`;
  return (
    <>
      <BulkMove chosen={chosen} ids={async () => (await unitsOf()).map(({ id }) => id)} locations={locations} onMoved={(failed) => onDone(failed.length === 0)}>
        <Button onClick={() => setAsking(true)}>
          <ShieldAlert size={16} aria-hidden /> Quarantine
        </Button>
        <Button onClick={() => onPrint(rows.map((row) => itemLabel({ ...row, identifier: row.fnsku ?? row.seller_sku ?? row.asin ?? '' })))}>
          <Printer size={16} aria-hidden /> Print labels
        </Button>
        <BatchFailureList failures={failures} />
      </BulkMove>
      {isAsking && (
        <ReasonDialog
          title="Quarantine Items"
          description={`${chosen} move to quarantine and are not for sale there.`}
          confirmLabel={progress === undefined ? 'Quarantine' : `${progress.done} / ${progress.total}`}
          isBusy={progress !== undefined}
          failure={null}
          onConfirm={async (why) => {
            const failed = await run({
              ids: async () => (await unitsOf()).filter(({ status }) => status !== 'QUARANTINE').map(({ id }) => id),
              each: (id) => call(quarantineUnit, { body: { id, ...why } }),
              told: (count) => `Moved ${count} to quarantine`,
            });
            setAsking(false);
            onDone(failed?.size === 0);
          }}
          onClose={() => setAsking(false)}
          returnFocusTo={() => document.getElementById('stock-search')}
        />
      )}
    </>
  );
}
