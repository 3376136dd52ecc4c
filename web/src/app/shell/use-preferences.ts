import { getUserSettings, type Preferences } from '@stowage/contract/identity/user-settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { useSession } from '../../api/session.ts';
import { chooseDateFormat } from '../../ui/format/date-time.ts';
import { saveSoundSettings } from '../../ui/scan/sounds.ts';

/** The local storage keys of choices that belong to a station. A person's preferences apply where the station has no choice of its own. */
const STATION_KEYS = { location: 'stowage.returns-location', labelStation: 'stowage.label-station' } as const;

/** Applies the preferences of the signed-in person. @returns a key that changes with the format of dates, to render them again */
export function usePreferences(): string {
  const { userId = '' } = useSession() ?? {};
  const query = queryFor(getUserSettings, {});
  const [last] = useState(() => lastPreferences(userId));
  // The last known ones at first: a page that is rendered again when the answer arrives would lose a half-scanned code.
  const settings = useQuery({ ...query, placeholderData: { settings: { preferences: last } } });
  const companyZone = settings.data?.companyTimeZone ?? undefined;
  const preferences = settings.data?.settings.preferences;
  const isKnown = settings.isSuccess && !settings.isPlaceholderData;
  const key = JSON.stringify(preferences ?? {});
  chooseDateFormat({ timeZone: companyZone, ...preferences });
  useEffect(() => {
    if (!isKnown) return;
    localStorage.setItem(lastKey(userId), key);
    apply(JSON.parse(key) as Preferences);
  }, [isKnown, userId, key]);
  return `${preferences?.locale} ${preferences?.timeZone ?? companyZone}`;
}

const lastKey = (userId: string) => `stowage.preferences.${userId}`;

function lastPreferences(userId: string): Preferences {
  try {
    return JSON.parse(localStorage.getItem(lastKey(userId)) ?? '{}') as Preferences;
  } catch {
    return {};
  }
}

function apply({ sounds, location, labelStation }: Preferences): void {
  if (sounds !== undefined) saveSoundSettings(sounds);
  seed(STATION_KEYS.location, location);
  seed(STATION_KEYS.labelStation, labelStation && JSON.stringify(labelStation));
}

/** Replaces the previous person's preference, but not the station's own choice. */
function seed(key: string, value: string | undefined): void {
  const seeded = `${key}.of-person`;
  const isOwn = localStorage.getItem(key) !== null && localStorage.getItem(key) !== localStorage.getItem(seeded);
  if (isOwn) return;
  if (value === undefined) {
    localStorage.removeItem(key);
    localStorage.removeItem(seeded);
  } else {
    localStorage.setItem(key, value);
    localStorage.setItem(seeded, value);
  }
}
