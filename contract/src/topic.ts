import type * as z from 'zod';
import type { Permission } from './permissions.ts';

/** A live topic: its path, the payload of its messages and the permission to subscribe. */
export interface Topic<Payload extends z.ZodType = z.ZodType> {
  /** `feed-status/:jobId`. Subscribers may prefix it with `/topic/`. */
  readonly path: string;
  readonly payload: Payload;
  readonly permission: Permission;
  /** The path parameter that must equal the subscriber's user id. */
  readonly ownedBy?: string;
}

/** Declares a topic with its exact types. */
export function topic<P extends z.ZodType>(definition: Topic<P>): Topic<P> {
  return definition;
}
