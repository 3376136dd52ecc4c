import type * as z from 'zod';

/** A job with this flag waits for others although its task is urgent. */
export const CAN_WAIT_FLAG = 'can-wait';

/** A kind of work on the queue. It may run twice, so it must be idempotent. */
export interface Task<Payload extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** Absent for work without data. */
  readonly payload?: Payload;
  /** People wait for it: it starts also while long jobs run, and takes seconds. */
  readonly isUrgent?: boolean;
  /** Its schedule, as a cron line in UTC: `0 3 * * *`. */
  readonly cron?: string;
  /** Long work watches the signal, which aborts when the process stops: it ends early and the next process repeats it. */
  run(payload: z.output<Payload>, stopping: AbortSignal): Promise<void>;
}
