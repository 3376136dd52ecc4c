import { getUserSettings, type Preferences } from '@stowage/contract/identity/user-settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { useSession } from '../../api/session.ts';
import { remember } from '../../shared/remember.ts';
import { chooseDateFormat } from '../../ui/format/date-time.ts';
import { saveSoundSettings } from '../../ui/scan/sounds.ts';

/** The local storage keys of choices that belong to a station. A person's preferences apply where the station has no choice of its own. */
const STATION_KEYS = { location: 'stowage.returns-location', labelStation: 'stowage.label-station' } as const;

/** What dates, numbers and sounds depend on: the person's preferences, and the company's time zone. */
interface Formats {
  readonly preferences: Preferences | undefined;
  readonly companyTimeZone: string | null | undefined;
}

/**
 * Applies the preferences of the signed-in person.
 * @returns a key that changes with the format of dates, to render them again; undefined until a browser that shows the person's
 * pages for the first time knows it, because a page that is rendered again loses a half-scanned code
 */
export function usePreferences(): string | undefined {
  const { userId = '' } = useSession() ?? {};
  const [last] = useState(() => lastFormats(userId));
  const { data, failureCount, errorUpdateCount } = useQuery(queryFor(getUserSettings, {}));
  const { preferences, companyTimeZone }: Partial<Formats> = data === undefined ? (last ?? {}) : { ...data, preferences: data.settings.preferences };
  const known = data && JSON.stringify({ preferences, companyTimeZone });
  chooseDateFormat({ timeZone: companyTimeZone ?? undefined, ...preferences });
  useEffect(() => {
    if (known === undefined) return;
    remember(localStorage, lastKey(userId), known);
    apply((JSON.parse(known) as Formats).preferences ?? {});
  }, [userId, known]);
  const isUnknown = data === undefined && last === undefined && failureCount + errorUpdateCount === 0;
  return isUnknown ? undefined : `${preferences?.locale} ${preferences?.timeZone ?? companyTimeZone ?? undefined}`;
}

const lastKey = (userId: string) => `stowage.formats.${userId}`;

/** Undefined when this browser never had them. */
function lastFormats(userId: string): Formats | undefined {
  try {
    return JSON.parse(localStorage.getItem(lastKey(userId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
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
    remember(localStorage, key, value);
    remember(localStorage, seeded, value);
  }
}
