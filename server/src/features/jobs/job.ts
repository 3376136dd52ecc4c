import type * as z from 'zod';

/** A kind of background job. It may be run twice, or be stopped anywhere and run again, so it must be safe to. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** `import-listings`. */
  readonly kind: string;
  /** What people see. */
  readonly title: string;
  readonly payload: Payload;
  /** When it runs by itself, as a cron line in UTC. */
  readonly cron?: string;
  /** Asked before the schedule starts it; without one it is always wanted. */
  readonly isWanted?: () => Promise<boolean>;
  readonly run: (payload: z.output<Payload>, context: JobContext) => Promise<JobEnd>;
}

/**
 * Nothing: it is done. Or: go on in so many milliseconds, with what was remembered. Only a step that brought the job
 * nearer to its end says `hasProgressed`: it alone makes earlier failures count no more.
 */
export type JobEnd = { readonly againInMs: number; readonly hasProgressed?: boolean } | undefined;

export interface JobProgress {
  readonly done?: number;
  readonly total?: number;
  readonly message?: string;
  readonly counts?: Readonly<Record<string, number>>;
  /** What it put out, by name, beside what it put out before. */
  readonly output?: Readonly<Record<string, string | number>>;
}

/** What a running job is given. */
export interface JobContext {
  readonly runId: number;
  /** Aborted when the run is cancelled or its process stops. What waits for long takes it, and throws its reason. */
  readonly signal: AbortSignal;
  /** What an earlier part of the same run remembered. */
  readonly memory: Readonly<Record<string, unknown>>;
  /** Keeps values for the next part; null forgets. */
  remember(values: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Tells how far it is. Call it often: it writes at most four times a second.
   * @throws JobCancelledError when somebody asked it to stop, JobStoppedError when its process stops
   */
  progress(progress: JobProgress): Promise<void>;
  log(level: 'INFO' | 'WARN' | 'REJECTED', texts: readonly string[]): Promise<void>;
}

export class JobCancelledError extends Error {
  constructor() {
    super('Cancelled');
    this.name = 'JobCancelledError';
  }
}

/** The process stops: the run goes on where it was in the next one. */
export class JobStoppedError extends Error {
  constructor() {
    super('Stowage stops; the job goes on when it starts again');
    this.name = 'JobStoppedError';
  }
}

/** There is no use in trying again: the run fails at once, with this message. */
export class JobImpossibleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JobImpossibleError';
  }
}
