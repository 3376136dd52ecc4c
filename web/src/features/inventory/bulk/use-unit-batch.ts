import { useState } from 'react';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { updateFailure } from '../adjustment/update-failure.ts';

interface Batch {
  /** Loads the ids when the batch starts. */
  readonly ids: () => Promise<readonly number[]>;
  readonly each: (id: number) => Promise<unknown>;
  /** The toast, such as `Moved 3 to B-3`. */
  readonly summary: (count: string) => string;
}

/** The failed units, each with the reason. */
export type BatchFailures = ReadonlyMap<number, string>;

export interface UnitBatch {
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  /** Of the last batch. */
  readonly failures: BatchFailures;
  /** @returns the failures; undefined if the ids could not be loaded */
  readonly run: (batch: Batch) => Promise<BatchFailures | undefined>;
}

/** Runs a command for many units, one by one, and reports the progress and the failures. */
export function useUnitBatch(): UnitBatch {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failures, setFailures] = useState<BatchFailures>(new Map());
  const run = async ({ ids, each, summary }: Batch) => {
    setProgress({ done: 0, total: 0 });
    setFailures(new Map());
    try {
      const units = await ids();
      const failed = new Map<number, string>();
      for (const [done, id] of units.entries()) {
        setProgress({ done, total: units.length });
        await each(id).catch((error: Error) => failed.set(id, updateFailure(error)));
      }
      setFailures(failed);
      if (failed.size === 0) toast('good', summary(String(units.length)));
      else toast('bad', `${summary(`${units.length - failed.size} of ${units.length}`)}. ${[...failed.values()].at(-1)}`);
      return failed;
    } catch (error) {
      toast('bad', updateFailure(error as Error));
      return undefined;
    } finally {
      setProgress(undefined);
    }
  };
  return { progress, failures, run };
}
