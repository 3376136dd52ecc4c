import * as z from 'zod';

const openSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  userAgent: z.string().nullable(),
  /** The IP address or network of the sign-in; null if it was not recorded. */
  address: z.string().nullable(),
  isRemembered: z.boolean(),
  /** ISO 8601. */
  startedAt: z.string(),
  lastSeenAt: z.string(),
});
export type OpenSession = z.infer<typeof openSession>;

export const openSessions = z.array(openSession);
export const sessionId = z.uuid();
export const endedSessions = z.object({ ended: z.number() });
