import { listLocationOptions } from '@stowage/contract/inventory/locations';
import { SHELF_LOCATIONS } from '@stowage/contract/inventory/shelf-locations';
import { useQuery } from '@tanstack/react-query';
import { queryFor, repeatsFailed } from '../../../api/query.ts';
import type { ScanPlace } from '../scan/scan.ts';
import { useFreshLocations } from './use-fresh-locations.ts';

const SHELVES: readonly ScanPlace[] = SHELF_LOCATIONS.map((code) => ({ id: code, location: code }));

/**
 * The active locations. Until they are loaded, the shelves and the current location stand in for them, so that no scan
 * has to wait. Retries until they are loaded.
 */
export function useKnownLocations(wanted: string | undefined): { readonly known: readonly ScanPlace[]; readonly isMissing: boolean } {
  useFreshLocations();
  const locations = useQuery({ ...queryFor(listLocationOptions, {}), ...repeatsFailed });
  return { known: locations.data ?? placesWith(wanted), isMissing: locations.isError };
}

function placesWith(wanted: string | undefined): readonly ScanPlace[] {
  const isShelf = wanted === undefined || wanted === '' || SHELVES.some(({ location }) => location === wanted.toUpperCase());
  return isShelf ? SHELVES : [...SHELVES, { id: wanted, location: wanted }];
}
