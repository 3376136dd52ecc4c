import type * as z from 'zod';
import type { Permission } from './permissions.ts';

/** A live topic: its name, what its messages hold, and who may listen. */
export interface Topic<Payload extends z.ZodType = z.ZodType> {
  /** `feed-status/:jobId`; a subscriber may write it with or without a leading `/topic/`. */
  readonly path: string;
  readonly payload: Payload;
  readonly permission: Permission;
  /** The part of the path that must be the listener's own number. */
  readonly ownedBy?: string;
}

/** Declares a topic and keeps its exact types. */
export function topic<P extends z.ZodType>(definition: Topic<P>): Topic<P> {
  return definition;
}
