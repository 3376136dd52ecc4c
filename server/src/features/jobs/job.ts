import type * as z from 'zod';

/** Runs that send Amazon what changed here. They start also while long imports run, and take seconds before they wait. */
export const URGENT_KINDS: readonly string[] = ['offer-quantities', 'follow-prices'];

/** A kind of background job. It can be stopped anywhere and run again, so it must be safe to repeat. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** `import-listings`. */
  readonly kind: string;
  readonly title: string;
  readonly payload?: Payload;
  /** The schedule as a cron line in UTC. */
  readonly cron?: string;
  /** Checked before a scheduled run; without it, the job always runs. */
  readonly isWanted?: () => Promise<boolean>;
  run(payload: z.output<Payload>, context: JobContext): Promise<JobEnd>;
}

/**
 * undefined when the job is done, or the delay until it continues with its memory. `hasProgressed` resets the count of failures;
 * set it only when the step made progress. `isDueLater` is a job that has not begun: it is queued, not under way.
 */
export type JobEnd = { readonly againInMs: number; readonly hasProgressed?: boolean; readonly isDueLater?: boolean } | undefined;

export interface JobProgress {
  readonly done?: number;
  readonly total?: number;
  readonly message?: string;
  readonly counts?: Readonly<Record<string, number>>;
  /** Results by name, merged with earlier ones. */
  readonly output?: Readonly<Record<string, string | number>>;
}

export interface JobContext {
  readonly runId: number;
  /** Aborted when the run is canceled or its process stops. Pass it to everything that waits, and throw its reason. */
  readonly signal: AbortSignal;
  /** The values that earlier steps of this run stored. */
  readonly memory: Readonly<Record<string, unknown>>;
  /** Stores values for the next step; null removes one. */
  remember(values: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Reports progress. Call it often: it writes at most four times a second.
   * @throws JobCanceledError when the run was canceled, JobStoppedError when the process stops
   */
  progress(progress: JobProgress): Promise<void>;
  /**
   * The same within a transaction, which doesn't wait for the connection that writes it.
   * @throws as `progress`, some time after the run was canceled
   */
  progressInTransaction(progress: JobProgress): void;
  log(level: 'INFO' | 'WARN' | 'REJECTED', texts: readonly string[]): Promise<void>;
}

export class JobCanceledError extends Error {
  constructor() {
    super('Canceled');
    this.name = 'JobCanceledError';
  }
}

/** The process stops; the next one continues the run. */
export class JobStoppedError extends Error {
  constructor() {
    super('Stowage is stopping; the job continues after the restart');
    this.name = 'JobStoppedError';
  }
}

/** Fails the run at once, without another attempt. */
export class JobImpossibleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JobImpossibleError';
  }
}
