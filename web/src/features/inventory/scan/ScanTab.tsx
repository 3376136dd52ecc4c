import { HISTORY_PAGE_SIZE, historyPage, inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { DEFAULT_LOCATION } from '@stowage/contract/inventory/shelf-locations';
import { useListQuery } from '../../../api/live-query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { useRowsOfScans } from '../../../shared/scan/use-rows-of-scans.ts';
import { useScanProblem } from '../../../shared/scan/use-scan-problem.ts';
import { SkeletonRows } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { HistoryCard } from '../history/HistoryCard.tsx';
import { useKnownLocations } from '../locations/use-known-locations.ts';
import { ScanBench } from './ScanBench.tsx';
import type { Scan } from './scan.ts';
import type { ScanTabAddress } from './scan-tab-address.ts';
import { stockDelivery } from './stock-delivery.ts';
import { useScanning } from './use-scanning.ts';
import { useStartLocation } from './use-start-location.ts';

const REFRESH_MS = 250;

/** Scan units into a location, and see the history of scans. */
export function ScanTab({ address, onAddress }: AddressProps<ScanTabAddress>) {
  const { problem, setProblem, settle: settleProblem } = useScanProblem();
  const start = useStartLocation('scan');
  const isWaiting = address.location === undefined && start.isWaiting;
  const location = useLocationIn(address.location ?? start.location);

  const page = (address.page ?? 1) - 1;
  const history = useListQuery(historyPage, { query: { page, size: HISTORY_PAGE_SIZE } }, { topic: inventoryHistoryTopic, throttleMs: REFRESH_MS });
  const refresh = useThrottled(() => void history.refetch(), REFRESH_MS);

  const scanning = useScanning({
    delivery: stockDelivery,
    location,
    addressed: address.location,
    isWaiting,
    onLocation: (chosen) => {
      start.remember(chosen);
      onAddress({ location: chosen });
    },
    withPlace: (place) => {
      start.remember(place.location);
      return place;
    },
    onSubmit: () => setProblem(undefined),
    onRefused: setProblem,
    onSettled: (scan) => settle(scan),
  });
  const rowOf = useRowsOfScans(history.data?.data ?? [], scanning.scans);

  function settle(scan: Scan) {
    if (scan.state === 'retrying') return;
    settleProblem(scan, scan.message);
    if (scan.state !== 'done') return;
    // A dialog shows a row of this page, so the page stays until the dialog is closed.
    if (page !== 0 && address.dialog === undefined) onAddress({ page: undefined });
    refresh();
  }

  if (isWaiting) return <SkeletonRows count={6} />;
  return (
    <div className="grid gap-4">
      <ScanBench
        scanning={scanning}
        error={problem}
        onInput={() => setProblem(undefined)}
        rowOf={rowOf}
        {...(scanning.isMissing && { locationsError: 'The locations could not be loaded; trying again' })}
      />
      <HistoryCard {...{ history, address, onAddress, onChanged: refresh }} returnFocusTo={() => scanning.field.current?.element ?? null} />
    </div>
  );
}

/** The location of the next scan: the wanted one, else the default, else the first. */
function useLocationIn(wanted: string = DEFAULT_LOCATION): string | undefined {
  const { known } = useKnownLocations(wanted);
  const named = (code: string) => known.find(({ location }) => location.toUpperCase() === code.toUpperCase());
  return (named(wanted) ?? named(DEFAULT_LOCATION) ?? known[0])?.location;
}
