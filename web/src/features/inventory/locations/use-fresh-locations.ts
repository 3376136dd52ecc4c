import { listLocationMaster, listLocationOptions, listLocations, locationsTopic } from '@stowage/contract/inventory/locations';
import { localInventoryReport } from '@stowage/contract/inventory/report';
import { useTopicRefresh } from '../../../api/live.ts';
import { useInvalidate } from '../../../api/query.ts';

const LISTS = [listLocations, listLocationOptions, listLocationMaster, localInventoryReport] as const;

/** Reloads all lists of locations when the location master changes. */
export function useFreshLocations(): void {
  const invalidate = useInvalidate();
  const refresh = () => void Promise.all(LISTS.map(invalidate));
  useTopicRefresh(locationsTopic, refresh);
}
