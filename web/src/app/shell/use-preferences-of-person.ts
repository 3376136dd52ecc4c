import { getUserSettings, type Preferences } from '@stowage/contract/identity/user-settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../api/query.ts';
import { chooseDateFormat } from '../../ui/format/date-time.ts';
import { saveSoundSettings } from '../../ui/scan/sounds.ts';

/** What a station has not chosen itself is as its person likes it; under these names it keeps its own choice. */
const STATION_KEYS = { location: 'stowage.returns-location', labelStation: 'stowage.label-station' } as const;

/** Makes the page as whoever is signed in likes it. @returns a number that changes with it, for what must be drawn anew */
export function usePreferencesOfPerson(): string {
  const settings = useQuery(queryFor(getUserSettings, {}));
  const preferences = settings.data?.settings.preferences;
  const key = JSON.stringify(preferences ?? {});
  chooseDateFormat(preferences ?? {});
  useEffect(() => apply(JSON.parse(key) as Preferences), [key]);
  return `${preferences?.locale} ${preferences?.timeZone}`;
}

function apply({ sounds, location, labelStation }: Preferences): void {
  if (sounds !== undefined) saveSoundSettings(sounds);
  seed(STATION_KEYS.location, location);
  seed(STATION_KEYS.labelStation, labelStation && JSON.stringify(labelStation));
}

/** The next person's taste takes the place of the last one's, but not of the station's own choice. */
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
