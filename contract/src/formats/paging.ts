import * as z from 'zod';
import { INTEGER_MAX } from './ids.ts';

/** The highest page number that a call accepts. */
export const LAST_PAGE = 1_000_000;

/** A zero-based page number in a query. */
export const pageNumber = z.coerce.number<number | string>().int().min(0).max(LAST_PAGE).default(0);

/** How many rows of a list a caller wants, in a query. */
export function pageSize(most: number, usual: number) {
  return z.coerce.number<number | string>().int().min(1).max(most).default(usual);
}

/** Continues a list of the rows of a file after this row. */
export const rowNumber = z.coerce.number<number | string>().int().min(0).max(INTEGER_MAX).default(0);

/** The answer of a list with numbered pages. `currentPage` is zero-based. */
export function numberedPage<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), totalCount: z.number(), totalPages: z.number(), currentPage: z.number() });
}

/** The answer of a list whose numbered pages cover only the newest rows. `totalCount` counts the rows of the pages. */
export function windowedPage<Row extends z.ZodType>(row: Row) {
  return numberedPage(row).extend({ /** There are older rows than the pages cover. */ hasOlder: z.boolean() });
}
