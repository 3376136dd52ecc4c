import { isDay, isFilled, isPositive } from '../../shared/address-parts.ts';

/** The search parameters of the audit log: the filters and the cursor of the page. */
export interface AuditLogAddress {
  readonly actor?: number | undefined;
  /** Only actions of people, without downloads. */
  readonly by?: 'PEOPLE' | undefined;
  readonly kind?: string | undefined;
  readonly record?: string | undefined;
  readonly action?: string | undefined;
  /** ISO dates, both inclusive. */
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
