import { AUDIT_ROUND_REST_MS } from '@stowage/contract/inventory/audit';
import { useRef, useState } from 'react';
import { currentSession } from '../../../api/session.ts';
import { newId } from '../../../shared/new-id.ts';
import { remember } from '../../../shared/remember.ts';

interface Round {
  readonly id: string;
  readonly location: string;
  /** The time of its last scan. */
  readonly at: number;
}

export interface AuditRound {
  /** The current round, or a new one for another shelf or after a long pause. */
  idFor(location: string): string;
  /** Starts a new round of the shelf. */
  startOver(location: string): void;
}

/** The person's audit round in this browser tab; it survives a reload. Another person's scans would be taken for surplus units in it. */
export function useAuditRound(): AuditRound {
  // A ref, because a burst of scans is faster than rendering and must stay in one round.
  const current = useRef<Round>(undefined);
  const [key] = useState(() => `stowage.audit-round.${currentSession()?.userId}`);
  const save = (next: Round) => {
    remember(sessionStorage, key, JSON.stringify(next));
    current.current = next;
    return next.id;
  };
  return {
    idFor(location) {
      const at = Date.now();
      const round = current.current ?? readRound(key);
      const continues = round !== undefined && round.location === location && at - round.at < AUDIT_ROUND_REST_MS;
      return save({ id: continues ? round.id : newId(), location, at });
    },
    startOver: (location) => void save({ id: newId(), location, at: Date.now() }),
  };
}

function readRound(key: string): Round | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Round | null) ?? undefined;
  } catch {
    return undefined;
  }
}
