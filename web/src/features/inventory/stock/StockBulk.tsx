import type { BulkAction } from '@stowage/contract/bulk/bulk';
import { messageOf } from '@stowage/contract/errors';
import { counted } from '@stowage/contract/formats/text/counted';
import { COUNT_LOCATIONS_LIMIT } from '@stowage/contract/inventory/counts';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { searchByIdentifier } from '@stowage/contract/inventory/report';
import { listingUnits, type StockRow, stockPage } from '@stowage/contract/inventory/stock';
import { sendQuantities } from '@stowage/contract/inventory/stock-bulk';
import { Calculator, Printer, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { runBulk } from '../../../shared/bulk/run-bulk.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import type { UnitSelection } from '../bulk/BulkMove.tsx';
import { BulkUnits } from '../bulk/BulkUnits.tsx';
import { StartCountDialog } from '../counts/StartCountDialog.tsx';
import { itemLabel, type PrintLabels } from '../history/label-of.ts';

interface StockBulkProps {
  /** The selected listings; undefined when all that match are selected. */
  readonly rows: readonly StockRow[] | undefined;
  readonly selection: UnitSelection;
  /** The selected listings and their units, as text. */
  readonly chosen: string;
  readonly count: string;
  /** Undefined until they are loaded. */
  readonly locations: readonly LocationOption[] | undefined;
  readonly onPrint: PrintLabels;
  readonly onCount: (id: number) => void;
  /** @param isComplete false if some units failed; their listings stay selected */
  readonly onDone: (isComplete: boolean) => void;
}

/** The actions for all units of the selected listings. */
export function StockBulk({ rows, onPrint, onCount, onDone, ...rest }: StockBulkProps) {
  const done = ({ refused }: BulkAction) => onDone(refused === 0);
  return (
    <BulkUnits onDone={done} returnFocusTo={() => document.getElementById('stock-search')} {...rest}>
      {rows !== undefined && (
        <>
          <Button onClick={() => onPrint(rows.map((row) => itemLabel({ ...row, identifier: row.fnsku ?? row.seller_sku ?? row.asin ?? '' })))}>
            <Printer size={16} aria-hidden /> Print labels
          </Button>
          <SyncSelected rows={rows} onDone={done} />
          <StartCount rows={rows} onCount={onCount} />
        </>
      )}
    </BulkUnits>
  );
}

/** Sends the quantities of the selected listings to Amazon now. */
function SyncSelected({ rows, onDone }: { rows: readonly StockRow[]; onDone: (action: BulkAction) => void }) {
  const [isBusy, setBusy] = useState(false);
  const isShown = useMay('listings.sync');
  const send = async () => {
    setBusy(true);
    const title = `Send the quantities of ${counted(rows.length, 'listing')}`;
    const action = await runBulk(sendQuantities, { selection: { ids: rows.map(({ listing_id }) => listing_id) }, input: {}, title, stale: [stockPage] });
    setBusy(false);
    if (action !== undefined) onDone(action);
  };
  if (!isShown) return null;
  return (
    <Button disabled={isBusy} onClick={() => void send()}>
      <RefreshCw size={16} aria-hidden /> Sync selected
    </Button>
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
      toast('bad', `The locations could not be loaded: ${messageOf(error)}`);
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
