import { quarantineUnit } from '@stowage/contract/inventory/adjustment';
import { COUNT_LOCATIONS_LIMIT } from '@stowage/contract/inventory/counts';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { searchByIdentifier } from '@stowage/contract/inventory/report';
import { LISTING_UNITS_LIMIT, listingUnits, type StockRow } from '@stowage/contract/inventory/stock';
import { Calculator, Printer, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { ReasonDialog } from '../adjustment/ReasonDialog.tsx';
import { BatchFailureList } from '../bulk/BatchFailureList.tsx';
import { BulkMove } from '../bulk/BulkMove.tsx';
import { useUnitBatch } from '../bulk/use-unit-batch.ts';
import { StartCountDialog } from '../counts/StartCountDialog.tsx';
import { itemLabel, type PrintLabels } from '../history/label-of.ts';

interface StockBulkProps {
  readonly rows: readonly StockRow[];
  readonly locations: readonly LocationOption[];
  readonly onPrint: PrintLabels;
  readonly onCount: (id: number) => void;
  /** @param isComplete false if some units failed; their listings stay selected */
  readonly onDone: (isComplete: boolean) => void;
}

/** The actions for all units of the selected listings. */
export function StockBulk({ rows, locations, onPrint, onCount, onDone }: StockBulkProps) {
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
        <StartCount rows={rows} onCount={onCount} />
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
              summary: (count) => `Moved ${count} to quarantine`,
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

/** Starts a count of all locations of the selected listings. */
function StartCount({ rows, onCount }: { rows: readonly StockRow[]; onCount: (id: number) => void }) {
  const [locations, setLocations] = useState<readonly string[]>();
  const loadLocations = async () => {
    try {
      const places = [...new Set((await Promise.all(rows.map(placesOf))).flat())].sort();
      if (places.length > COUNT_LOCATIONS_LIMIT)
        return toast('bad', `The listings are in ${places.length} locations. A count can have at most ${COUNT_LOCATIONS_LIMIT}.`);
      setLocations(places);
    } catch (error) {
      toast('bad', `The locations could not be loaded: ${error instanceof Error ? error.message : error}`);
    }
  };
  return (
    <>
      <Button onClick={() => void loadLocations()}>
        <Calculator size={16} aria-hidden /> Start count
      </Button>
      {locations !== undefined && (
        <StartCountDialog
          initial={locations}
          onClose={() => setLocations(undefined)}
          onStarted={onCount}
          returnFocusTo={() => document.getElementById('stock-search')}
        />
      )}
    </>
  );
}

/** All locations of a listing. A search by FNSKU or SKU finds all of them; the row has only five, and the list of units is limited. */
async function placesOf({ listing_id, fnsku, seller_sku }: StockRow): Promise<string[]> {
  const identifier = fnsku ?? seller_sku;
  const found =
    identifier === null ? await call(listingUnits, { params: { listingId: String(listing_id) } }) : await call(searchByIdentifier, { body: { identifier } });
  return found.map(({ location }) => location);
}
