import { SEARCH_KINDS } from '@stowage/contract/search/search';
import { useState } from 'react';
import { isStillOpen, type Place, type RecentPlace } from './choice.ts';

const MAX_RECENT = 6;

interface Sight {
  readonly roles: readonly string[];
  readonly places: readonly Place[];
}

/** The recent searches of a person on this device, limited to what the person may open. */
export function useRecent(userId: string, sight: Sight): { recent: readonly RecentPlace[]; keep: (place: RecentPlace) => void } {
  const [stored, setStored] = useState(() => recentOf(userId));
  const keep = (place: RecentPlace) => {
    keepRecent(userId, place);
    setStored(recentOf(userId));
  };
  return { recent: stored.filter((place) => isStillOpen(place, sight)), keep };
}

function recentOf(userId: string): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(stored: unknown): stored is RecentPlace {
  if (typeof stored !== 'object' || stored === null) return false;
  const { kind, title, detail, path } = stored as Record<string, unknown>;
  return (
    isStorableKind(kind) &&
    typeof title === 'string' &&
    (detail === undefined || typeof detail === 'string') &&
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path)
  );
}

/** Documents are not stored, because their permission depends on their area, which is unknown here. */
function isStorableKind(kind: unknown): boolean {
  return kind === 'place' || (typeof kind === 'string' && kind !== 'document' && Object.hasOwn(SEARCH_KINDS, kind));
}

/** Stores a search as the newest, once for each path. */
function keepRecent(userId: string, place: RecentPlace): void {
  const others = recentOf(userId).filter(({ path }) => path !== place.path);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].filter(isRecent).slice(0, MAX_RECENT)));
  } catch {
    // The storage is full; the search still works.
  }
}

function keyOf(userId: string): string {
  return `stowage.searches.${userId}`;
}
