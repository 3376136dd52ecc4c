import type { ApiHealth, OperationHealth } from '@stowage/contract/connection/marketplace-connection';

/** The stored health of one operation. */
export interface KnownHealth {
  readonly operation: string;
  readonly rate: number;
  readonly burst: number;
  readonly tokens: number;
  readonly lastSuccessAt: Date | undefined;
  readonly lastErrorAt: Date | undefined;
  readonly lastError: string | undefined;
  /** The time of the token count. */
  readonly updatedAt: Date;
}

type Operations = Readonly<Record<string, { readonly api: string; readonly rate: number; readonly burst: number }>>;

/** The health of every API and operation. Operations that were never called have their official limits. */
export function apiHealth(operations: Operations, known: readonly KnownHealth[], now: Date): ApiHealth[] {
  const byName = new Map(known.map((health) => [health.operation, health]));
  const apis = new Map<string, OperationHealth[]>();
  for (const [operation, { api, rate, burst }] of Object.entries(operations)) {
    const health = byName.get(operation);
    apis.set(api, [...(apis.get(api) ?? []), health === undefined ? { operation, rate, burst, tokens: burst, ...NEVER } : toWire(health, now)]);
  }
  return [...apis].map(([api, list]) => {
    const failed = newest(list, ({ lastErrorAt }) => lastErrorAt);
    const succeeded = newest(list, ({ lastSuccessAt }) => lastSuccessAt);
    return {
      api,
      lastSuccessAt: succeeded?.lastSuccessAt ?? null,
      lastErrorAt: failed?.lastErrorAt ?? null,
      lastError: failed?.lastError ?? null,
      operations: list,
    };
  });
}

const NEVER = { lastSuccessAt: null, lastErrorAt: null, lastError: null } as const;

/** Adds the tokens that the bucket has regained since the last update. */
function toWire({ operation, rate, burst, tokens, updatedAt, ...health }: KnownHealth, now: Date): OperationHealth {
  const seconds = Math.max(0, now.getTime() - updatedAt.getTime()) / 1000;
  return {
    operation,
    rate,
    burst,
    tokens: Math.floor(Math.min(burst, tokens + seconds * rate)),
    lastSuccessAt: health.lastSuccessAt?.toISOString() ?? null,
    lastErrorAt: health.lastErrorAt?.toISOString() ?? null,
    lastError: health.lastError ?? null,
  };
}

function newest(list: readonly OperationHealth[], momentOf: (health: OperationHealth) => string | null): OperationHealth | undefined {
  return list.filter((health) => momentOf(health) !== null).toSorted((a, b) => (momentOf(b) ?? '').localeCompare(momentOf(a) ?? ''))[0];
}
