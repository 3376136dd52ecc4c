import * as z from 'zod';

/** The largest value of PostgreSQL's type `integer`. */
export const INTEGER_MAX = 2_147_483_647;

/** The id of a record, a `bigint` in the database: a number, or its digits in an address. */
export const recordId = idUpTo(Number.MAX_SAFE_INTEGER);

/** What the database holds as `integer`: the ids of locations and dispositions, and versions. */
export const integerId = idUpTo(INTEGER_MAX);

/** The parameters of a path with `:id`. */
export const recordParams = z.object({ id: recordId });

/** The id that a page creates for a command, so that the server can recognize a repeated one. */
export const clientId = z.string().min(8).max(64);

function idUpTo(max: number) {
  const id = z.int().min(1).max(max);
  const digits = z.string().regex(/^\d{1,16}$/);
  return z.union([id, digits.transform(Number).pipe(id)], { error: 'must be the id of a record' });
}
