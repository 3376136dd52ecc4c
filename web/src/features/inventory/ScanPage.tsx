import { IDENTIFIER_MESSAGES, isLpn, normaliseCode } from '@stowage/contract/identifiers';
import { HISTORY_PAGE_SIZE, historyPage, inventoryHistoryTopic, type LocationOption, listLocationOptions, SCAN_DELAY_MS } from '@stowage/contract/inventory';
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
  const locations = useQuery(queryFor(listLocationOptions, {}));
  const options = locations.data ?? [];
  const place = placeOf(options, address.location ?? DEFAULT_LOCATION, locations.isPending);
  const typed = useRef<string>(undefined);

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
      if (page !== 0) onAddress({ page: undefined });
      refresh();
    } else if (scan.state === 'retrying') {
      playTone('warning');
    } else {
      playTone(scan.state === 'choosing' ? 'warning' : 'error');
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
    const scannedPlace = options.find(({ location }) => location.toUpperCase() === code.toUpperCase());
    if (scannedPlace !== undefined) {
      playTone('success');
      return onAddress({ location: scannedPlace.location });
    }
    if (isLpn(code)) return refuse(IDENTIFIER_MESSAGES.lpn);
    if (place === undefined) return refuse(IDENTIFIER_MESSAGES.noLocation);
    queue?.add(code, place);
  }

  useWedge({ onScan: submit, focusField: () => field.current?.focus() });

  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card>
          <div className="grid gap-4 p-4">
            <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
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
                disabled={locations.isPending}
                error={locations.isError ? 'The locations could not be loaded' : undefined}
                options={(locations.isPending && place ? [place] : options).map(({ location }) => ({ value: location, label: location }))}
                onChange={({ target }) => {
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
 * Before the locations have arrived, a location's code stands for it, so that no scan has to wait.
 */
function placeOf(options: readonly LocationOption[], wanted: string, isPending: boolean): ScanPlace | undefined {
  if (isPending) return { id: wanted, location: wanted };
  const named = (code: string) => options.find(({ location }) => location === code);
  return named(wanted) ?? named(DEFAULT_LOCATION) ?? options[0];
}
