import * as z from 'zod';

/** A record's id in a body: a number, or its digits as text. */
export const recordId = z.union([z.number().int().positive(), z.string().regex(/^\d{1,15}$/)], { error: 'must be the id of a record' }).transform(Number);

/** The id that a page creates for a command, so that the server can recognise a repeated one. */
export const clientId = z.string().min(8).max(64);

/** UTC without a zone: `2026-11-20 14:03:05`. */
export const utcText = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
