import { AUDIT_ROUND_REST_MS } from '@stowage/contract/inventory/audit';
import { useRef } from 'react';
import { newId } from '../../../shared/new-id.ts';
import { remember } from '../../../shared/remember.ts';

interface Round {
  readonly id: string;
  readonly location: string;
  /** The time of its last scan. */
  readonly at: number;
}

const KEY = 'stowage.audit-round';

export interface AuditRound {
  /** The current round, or a new one for another shelf or after a long pause. */
  idFor(location: string): string;
  /** Starts a new round of the shelf. */
  startOver(location: string): void;
}

/** The audit round of this browser tab; it survives a reload. */
export function useAuditRound(): AuditRound {
  // A ref, because a burst of scans is faster than rendering and must stay in one round.
  const current = useRef<Round>(undefined);
  const save = (next: Round) => {
    remember(sessionStorage, KEY, JSON.stringify(next));
    current.current = next;
    return next.id;
  };
  return {
    idFor(location) {
      const at = Date.now();
      const round = current.current ?? readRound();
      const continues = round !== undefined && round.location === location && at - round.at < AUDIT_ROUND_REST_MS;
      return save({ id: continues ? round.id : newId(), location, at });
    },
    startOver: (location) => void save({ id: newId(), location, at: Date.now() }),
  };
}

function readRound(): Round | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Round | null) ?? undefined;
  } catch {
    return undefined;
  }
}
