import * as z from 'zod';

/** The number of a record in an address. */
export const recordNumber = z.coerce.number<number | string>().int().positive();

/** The parameters of a path with `:id`. */
export const recordParams = z.object({ id: recordNumber });
