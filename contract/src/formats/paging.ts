import * as z from 'zod';

/** Rejects page numbers that no list can have. */
export const LAST_PAGE = 1_000_000;

/** A zero-based page number in an address. */
export const pageNumber = z.coerce.number<number | string>().int().min(0).max(LAST_PAGE).default(0);
