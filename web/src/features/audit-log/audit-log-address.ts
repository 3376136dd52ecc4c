import { isDay, isFilled, isPositive } from '../../shared/address-parts.ts';

/** What the audit log's address holds: its filters, and behind which entry the page begins. */
export interface AuditLogAddress {
  readonly actor?: number | undefined;
  /** Only what people did, without the files that they saved. */
  readonly by?: 'PEOPLE' | undefined;
  readonly kind?: string | undefined;
  readonly record?: string | undefined;
  readonly action?: string | undefined;
  /** Days, `2026-11-20`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
}

export function readAuditLogAddress({ actor, by, kind, record, action, from, to, after }: Record<string, unknown>): AuditLogAddress {
  return {
    ...((actor === 0 || isPositive(actor)) && { actor }),
    ...(by === 'PEOPLE' && { by }),
    ...(typeof kind === 'string' && kind !== '' && { kind }),
    ...(isFilled(record) && { record: String(record) }),
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(typeof after === 'string' && after !== '' && { after }),
  };
}
