import * as z from 'zod';

/** A session that goes on. */
const openSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  userAgent: z.string().nullable(),
  /** From where it was opened: an address, or its network; null where that was not kept. */
  address: z.string().nullable(),
  isRemembered: z.boolean(),
  /** ISO 8601. */
  startedAt: z.string(),
  lastSeenAt: z.string(),
});
export type OpenSession = z.infer<typeof openSession>;

/** Where somebody is signed in: oneself, or somebody else as an administrator sees it. */
export const openSessions = z.array(openSession);
export const sessionId = z.uuid();
/** How many were ended. */
export const endedSessions = z.object({ ended: z.number() });
