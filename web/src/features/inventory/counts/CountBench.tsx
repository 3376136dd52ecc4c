import type { CountSession } from '@stowage/contract/inventory/counts';
import { useScanProblem } from '../../../shared/scan/use-scan-problem.ts';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { ScanBench } from '../scan/ScanBench.tsx';
import { isRejected } from '../scan/scan.ts';
import { useScanning } from '../scan/use-scanning.ts';
import type { CountAddress } from './count-address.ts';
import { countDelivery } from './count-delivery.ts';

interface CountBenchProps extends AddressProps<CountAddress> {
  readonly count: CountSession;
  readonly onChanged: () => void;
}

/** Scans units into a count, one location at a time. */
export function CountBench({ count, address, onAddress, onChanged }: CountBenchProps) {
  const { problem, setProblem, settle } = useScanProblem();
  const only = count.locations.map(({ location }) => location);
  const scanning = useScanning({
    delivery: countDelivery,
    only,
    location: address.location !== undefined && only.includes(address.location) ? address.location : only[0],
    addressed: address.location,
    onLocation: (location) => onAddress({ location }),
    withPlace: (place) => ({ ...place, countId: count.id }),
    onSubmit: () => setProblem(undefined),
    onRefused: setProblem,
    onSettled: (scan) => {
      if (isRejected(scan.state) || scan.state === 'choosing' || scan.state === 'done') settle(scan, scan.message);
      if (scan.state === 'done') onChanged();
    },
  });
  const scans = scanning.scans.filter(({ countId }) => countId === count.id);
  const latest = scans.find((scan) => scan === scanning.latest);
  return <ScanBench scanning={{ ...scanning, scans, latest }} error={problem} onInput={() => setProblem(undefined)} rowOf={({ result }) => result} />;
}
