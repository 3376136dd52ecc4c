import { AUDIT_ROUND_REST_MS } from '@stowage/contract/inventory/audit';
import { useRef } from 'react';
import { newId } from '../../../shared/new-id.ts';

interface Round {
  readonly id: string;
  readonly location: string;
  /** When it was last scanned into. */
  readonly at: number;
}

const KEY = 'stowage.audit-round';

export interface AuditRound {
  /** The round to scan into: the current one, or a new one when the shelf is another or was left alone for long. */
  idFor(location: string): string;
  /** Counts the shelf from the start. */
  startOver(location: string): void;
}

/** Which count of which shelf this browser is in; it survives a reload. */
export function useAuditRound(): AuditRound {
  // Not state: the scans of a burst come faster than the page is drawn, and belong to one round.
  const current = useRef<Round>(undefined);
  const keep = (next: Round) => {
    sessionStorage.setItem(KEY, JSON.stringify(next));
    current.current = next;
    return next.id;
  };
  return {
    idFor(location) {
      const at = Date.now();
      const round = current.current ?? readRound();
      const goesOn = round !== undefined && round.location === location && at - round.at < AUDIT_ROUND_REST_MS;
      return keep({ id: goesOn ? round.id : newId(), location, at });
    },
    startOver: (location) => void keep({ id: newId(), location, at: Date.now() }),
  };
}

function readRound(): Round | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Round | null) ?? undefined;
  } catch {
    return undefined;
  }
}
