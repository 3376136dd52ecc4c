import { listLocationMaster, locationsTopic } from '@stowage/contract/inventory/locations';
import { localInventoryReport } from '@stowage/contract/inventory/report';
import { listLocationOptions, listLocations } from '@stowage/contract/inventory/locations';
import { useTopic } from '../../../api/live.ts';
import { useInvalidate } from '../../../api/query.ts';

const LISTS = [listLocations, listLocationOptions, listLocationMaster, localInventoryReport] as const;

/** Keeps every list of locations on the page current while somebody changes the location master. */
export function useFreshLocations(): void {
  const invalidate = useInvalidate();
  const refresh = () => void Promise.all(LISTS.map(invalidate));
  useTopic(locationsTopic, { onMessage: refresh, onReconnect: refresh });
}
