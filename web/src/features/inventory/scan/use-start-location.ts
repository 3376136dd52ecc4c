import { getUserSettings } from '@stowage/contract/identity/user-settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';

interface StartLocation {
  /** A location's code; undefined where nobody has chosen one. */
  readonly location: string | undefined;
  /** The person's settings are not there yet: what is scanned now could go to the wrong place. */
  readonly isWaiting: boolean;
  /** Where the bench was scanned into, or what was chosen on it; empty when that was none. */
  readonly remember: (location: string) => void;
}

/** Where a bench begins whose address names no location: where this tab left it, else the person's default location. */
export function useStartLocation(bench: 'scan' | 'audit'): StartLocation {
  const key = `stowage.${bench}-location`;
  const settings = useQuery(queryFor(getUserSettings, {}));
  // A bench that is in use stays where it is, also when the settings come late or change elsewhere.
  const [fixed, setFixed] = useState<{ readonly location: string | undefined }>();
  const kept = sessionStorage.getItem(key);
  const isAsked = settings.isPending && settings.fetchStatus === 'fetching' && settings.failureCount === 0;
  if (fixed === undefined && !isAsked) setFixed({ location: settings.data?.settings.preferences?.location });
  return {
    location: kept === null ? fixed?.location : kept || undefined,
    isWaiting: kept === null && fixed === undefined && isAsked,
    remember: (location) => sessionStorage.setItem(key, location),
  };
}
