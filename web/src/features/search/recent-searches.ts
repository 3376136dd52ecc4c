import { SEARCH_KINDS } from '@stowage/contract/search/search';
import { useState } from 'react';
import { isStillOpen, type Place, type RecentPlace } from './choice.ts';

const MAX_RECENT = 6;

interface Sight {
  readonly roles: readonly string[];
  readonly places: readonly Place[];
}

/** What a person opened from the search lately, on this device, and may open still. */
export function useRecent(userId: string, sight: Sight): { recent: readonly RecentPlace[]; keep: (place: RecentPlace) => void } {
  const [kept, setKept] = useState(() => recentOf(userId));
  const keep = (place: RecentPlace) => {
    keepRecent(userId, place);
    setKept(recentOf(userId));
  };
  return { recent: kept.filter((place) => isStillOpen(place, sight)), keep };
}

function recentOf(userId: string): RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(kept: unknown): kept is RecentPlace {
  if (typeof kept !== 'object' || kept === null) return false;
  const { kind, title, detail, path } = kept as Record<string, unknown>;
  return (
    isKept(kind) && typeof title === 'string' && (detail === undefined || typeof detail === 'string') && typeof path === 'string' && /^\/(?!\/)/.test(path)
  );
}

/** A document is not: who may see it is said by its area, which nobody knows here. */
function isKept(kind: unknown): boolean {
  return kind === 'place' || (typeof kind === 'string' && kind !== 'document' && Object.hasOwn(SEARCH_KINDS, kind));
}

/** The newest first, each once. */
function keepRecent(userId: string, place: RecentPlace): void {
  const others = recentOf(userId).filter(({ path }) => path !== place.path);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].filter(isRecent).slice(0, MAX_RECENT)));
  } catch {
    // A full store forgets; the search works on.
  }
}

function keyOf(userId: string): string {
  return `stowage.searches.${userId}`;
}
