import type * as z from 'zod';

/** A kind of job: what its payload holds and what it does. It may run twice, so it must be safe to. */
export interface Task<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: Payload;
  /** When it runs by itself, as a cron line in UTC: `0 3 * * *`. */
  readonly cron?: string;
  /** The signal is aborted when the process stops: what takes long ends early then, and is done again by the next one. */
  readonly run: (payload: z.output<Payload>, stopping: AbortSignal) => Promise<void>;
}
