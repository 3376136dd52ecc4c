import { getUserSettings } from '@stowage/contract/identity/user-settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { currentSession } from '../../../api/session.ts';
import { remember } from '../../../shared/remember.ts';

interface StartLocation {
  /** A location's code; undefined if none was chosen. */
  readonly location: string | undefined;
  /** The person's settings are loading: a scan could go to the wrong location. */
  readonly isWaiting: boolean;
  /** Remembers the person's location in this tab; empty for none. */
  readonly remember: (location: string) => void;
}

/** The location of a page without one in its address: the person's last location in this tab, else the person's default location. */
export function useStartLocation(bench: 'scan' | 'audit'): StartLocation {
  const [key] = useState(() => `stowage.${bench}-location.${currentSession()?.userId}`);
  const settings = useQuery(queryFor(getUserSettings, {}));
  // A location in use stays, even if the settings load late or change in another tab.
  const [fixed, setFixed] = useState<{ readonly location: string | undefined }>();
  const stored = sessionStorage.getItem(key);
  const isLoading = settings.isPending && settings.fetchStatus === 'fetching' && settings.failureCount === 0;
  if (fixed === undefined && !isLoading) setFixed({ location: settings.data?.settings.preferences?.location });
  return {
    location: stored === null ? fixed?.location : stored || undefined,
    isWaiting: stored === null && fixed === undefined && isLoading,
    remember: (location) => remember(sessionStorage, key, location),
  };
}
