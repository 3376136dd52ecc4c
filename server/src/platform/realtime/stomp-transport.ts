import type { Caller, Identify, RefusalTap } from '../http/caller.ts';
import type { Topics } from './topics.ts';

/** One client connection, on any transport. */
export interface Transport {
  send(data: string): void;
  close(): void;
}

/** What the connections of all clients share. */
export interface SessionDependencies {
  readonly identify: Identify;
  readonly topics: Topics;
  /** Calls back when the caller's session or key ends or their permissions change. @returns a function that stops watching */
  readonly onAccessChange: (caller: Caller, token: string | undefined, callback: (reason: string) => void) => () => void;
  /** Learns of every subscription that a person may not make. */
  readonly onRefused?: (refused: Parameters<RefusalTap>[0]) => void;
}
