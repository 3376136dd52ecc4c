import * as z from 'zod';

/** UTC without a zone: `2026-11-20 14:03:05`. */
export const utcText = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
