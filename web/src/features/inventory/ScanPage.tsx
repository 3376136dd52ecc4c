import { IDENTIFIER_MESSAGES, isLpn, normaliseCode } from '@stowage/contract/identifiers';
import { HISTORY_PAGE_SIZE, historyPage, inventoryHistoryTopic, SCAN_DELAY_MS } from '@stowage/contract/inventory';
import { DEFAULT_LOCATION } from '@stowage/contract/locations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTopic } from '../../api/live.ts';
import { queryFor, useInvalidate } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { ScanField, type ScanFieldHandle } from '../../ui/ScanField.tsx';
import { playTone } from '../../ui/sounds.ts';
import { useWedge } from '../../ui/use-wedge.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { ResultCard } from './ResultCard.tsx';
import { ScanList } from './ScanList.tsx';
import type { ScanPageAddress } from './scan-page-address.ts';
import { type Scan, type ScanPlace, stockDelivery } from './scan-queue.ts';
import { useChosenLocation } from './use-chosen-location.ts';
import { useKnownLocations } from './use-known-locations.ts';
import { useScanQueue } from './use-scan-queue.ts';
import { useThrottled } from './use-throttled.ts';

interface ScanPageProps {
  readonly address: ScanPageAddress;
  readonly onAddress: (change: Partial<ScanPageAddress>) => void;
}

const REFRESH_MS = 250;

/** Scan units into a location, and see what came in. */
export function ScanPage({ address, onAddress }: ScanPageProps) {
  const field = useRef<ScanFieldHandle>(null);
  const [error, setError] = useState<string>();
  const { known, isMissing } = useKnownLocations();
  const place = placeOf(known, address.location);
  const typed = useRef<string>(undefined);

  const chosen = useChosenLocation(address.location ?? DEFAULT_LOCATION);

  const page = (address.page ?? 1) - 1;
  const history = useQuery({ ...queryFor(historyPage, { query: { page, size: HISTORY_PAGE_SIZE } }), placeholderData: keepPreviousData });
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void invalidate(historyPage), REFRESH_MS);
  useTopic(inventoryHistoryTopic, { onMessage: refresh, onReconnect: refresh });

  const { queue, scans } = useScanQueue(stockDelivery, (scan) => settle(scan));
  const latest = scans[0];

  function settle(scan: Scan) {
    if (scan.state === 'done') {
      playTone('success');
      // A dialog is about a row of this page: the page stays until it is closed.
      if (page !== 0 && address.dialog === undefined) onAddress({ page: undefined });
      refresh();
    } else {
      playTone(scan.state === 'failed' ? 'error' : 'warning');
      if (scan.state === 'retrying') return;
      setError(scan.message);
      if (typed.current !== undefined && normaliseCode(typed.current) === scan.code) field.current?.putBack(typed.current);
    }
  }

  function refuse(message: string) {
    playTone('error');
    setError(message);
  }

  function submit(text: string, how: 'key' | 'pause' = 'key') {
    const code = normaliseCode(text);
    if (code === '') return;
    setError(undefined);
    typed.current = how === 'pause' ? text : undefined;
    const scannedPlace = known.find(({ location }) => location.toUpperCase() === code.toUpperCase());
    if (scannedPlace !== undefined) {
      playTone('success');
      chosen.current = scannedPlace.location;
      return onAddress({ location: scannedPlace.location });
    }
    if (isLpn(code)) return refuse(IDENTIFIER_MESSAGES.lpn);
    const target = placeOf(known, chosen.current);
    if (target === undefined) return refuse(IDENTIFIER_MESSAGES.noLocation);
    queue?.add(code, target);
  }

  useWedge({ onScan: submit, focusField: () => field.current?.focus() });

  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 p-4">
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
              <ScanField
                ref={field}
                label="UPC, EAN, ASIN, SKU, or FNSKU"
                error={error}
                delayMs={SCAN_DELAY_MS}
                onInput={() => setError(undefined)}
                onSubmit={submit}
              />
              <SelectField
                label="Location"
                size="bench"
                value={place?.location ?? ''}
                error={isMissing ? 'The locations could not be loaded; trying again' : undefined}
                options={known.map(({ location }) => ({ value: location, label: location }))}
                onChange={({ target }) => {
                  chosen.current = target.value;
                  onAddress({ location: target.value });
                  field.current?.focus();
                }}
              />
            </div>
            <div aria-live="polite">
              <ResultCard scan={latest} row={history.data?.data.find((row) => latest !== undefined && row.client_scan_id === latest.id)} />
            </div>
          </div>
        </Card>
        <Card title="Scans" description="On this device; a location's own code switches the location.">
          <ScanList scans={scans} queue={queue} />
        </Card>
      </div>
      <HistoryCard {...{ history, address, onAddress, onChanged: refresh }} returnFocusTo={() => field.current?.element ?? null} />
    </div>
  );
}

/**
 * Where the next scan goes: the location that the address names, else the default one, else the first there is.
 * @param known the locations in use; the shelves' codes stand for them until they have arrived, so no scan has to wait
 */
function placeOf(known: readonly ScanPlace[], wanted: string | undefined): ScanPlace | undefined {
  const named = (code: string) => known.find(({ location }) => location.toUpperCase() === code.toUpperCase());
  return named(wanted ?? DEFAULT_LOCATION) ?? named(DEFAULT_LOCATION) ?? known[0];
}
