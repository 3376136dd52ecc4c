import { useState } from 'react';
import type { Place } from './choice.ts';

const MAX_RECENT = 6;

/** What a person opened from the search lately, on this device. */
export function useRecent(userId: string): { recent: readonly Place[]; keep: (place: Place) => void } {
  const [recent, setRecent] = useState(() => recentOf(userId));
  const keep = (place: Place) => {
    keepRecent(userId, place);
    setRecent(recentOf(userId));
  };
  return { recent, keep };
}

function recentOf(userId: string): Place[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlace) : [];
  } catch {
    return [];
  }
}

function isPlace(kept: unknown): kept is Place {
  if (typeof kept !== 'object' || kept === null) return false;
  const { title, detail, path } = kept as Record<string, unknown>;
  return typeof title === 'string' && (detail === undefined || typeof detail === 'string') && typeof path === 'string' && /^\/(?!\/)/.test(path);
}

/** The newest first, each once. */
function keepRecent(userId: string, place: Place): void {
  const others = recentOf(userId).filter(({ path }) => path !== place.path);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([place, ...others].slice(0, MAX_RECENT)));
  } catch {
    // A full store forgets; the search works on.
  }
}

function keyOf(userId: string): string {
  return `stowage.searches.${userId}`;
}
