import { type LocationOption, listLocations } from '@stowage/contract/inventory/locations';
import { useQuery } from '@tanstack/react-query';
import { queryFor, repeatsFailed } from '../api/query.ts';
import { useMay } from '../api/session.ts';

interface Locations {
  /** Undefined until they are loaded. */
  readonly data: readonly LocationOption[] | undefined;
  readonly error: Error | null;
  /** Says that there are none to choose from because they could not be loaded. */
  readonly problem: string | undefined;
}

/** The locations to choose from. Retries until they are loaded. */
export function useLocations(): Locations {
  // A role without stock has a profile with a location too, and would be refused every five seconds.
  const enabled = useMay('stock.read');
  const { data, error, errorUpdateCount } = useQuery({ ...queryFor(listLocations, {}), ...repeatsFailed, enabled });
  // A retry clears the error, but not the count.
  const isFailing = data === undefined && errorUpdateCount > 0;
  return { data, error, problem: isFailing ? 'The locations could not be loaded; trying again' : undefined };
}
