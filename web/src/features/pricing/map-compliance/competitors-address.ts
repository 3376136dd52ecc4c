import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { isFilled, pageIn } from '../../../shared/address-parts.ts';

/** The address of the competitors page. */
export interface CompetitorsAddress {
  readonly q?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

export function readCompetitorsAddress({ q, page }: Record<string, unknown>): CompetitorsAddress {
  return { ...(isFilled(q) && { q: String(q) }), ...pageIn(page, LAST_PAGE) };
}
