import * as z from 'zod';

/** The search of a list takes at most this many characters. */
export const LIST_SEARCH_MAX_LENGTH = 100;

/** The search of a list, in a query. */
export const listSearch = z.string().trim().max(LIST_SEARCH_MAX_LENGTH).default('');
