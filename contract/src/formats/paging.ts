import * as z from 'zod';

/** No list has more pages than this; each tells how many it has. */
export const LAST_PAGE = 1_000_000;

/** A zero-based page in an address. */
export const pageNumber = z.coerce.number<number | string>().int().min(0).max(LAST_PAGE).default(0);
