import { type Clock, systemClock } from '../clock.ts';

/** The keys that sign what expires soon: access tokens, addresses of pictures and links for phones. */
export interface TokenKeys {
  /** Signs. */
  current(): string;
  /** All whose signatures count, the current one first. @param lifetimeMs of what is signed: a former key counts no longer than that */
  accepted(lifetimeMs: number): readonly string[];
}

export interface TokenKeyContent {
  readonly current: string;
  readonly other?: { readonly key: string /** Since when it signs no more; undefined as long as it is configured. */; readonly replacedAt?: number };
}

/** @param read at every use */
export function createTokenKeys(read: () => TokenKeyContent, clock: Clock = systemClock): TokenKeys {
  return {
    current: () => read().current,
    accepted(lifetimeMs) {
      const { current, other } = read();
      // A process that has not noticed the change signs with the former key for a moment longer.
      const counts = other !== undefined && (other.replacedAt === undefined || clock.now().getTime() < other.replacedAt + lifetimeMs + NOTICED_WITHIN_MS);
      return counts ? [current, other.key] : [current];
    },
  };
}

/** Processes on one data directory look for changed keys this often. */
const NOTICED_WITHIN_MS = 60_000;

export function fixedTokenKeys(current: string): TokenKeys {
  return createTokenKeys(() => ({ current }));
}
