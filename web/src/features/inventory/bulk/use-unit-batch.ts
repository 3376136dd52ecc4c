import { useState } from 'react';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { updateFailure } from '../adjustment/update-failure.ts';

interface Batch {
  /** Which units; asked for when the batch begins. */
  readonly ids: () => Promise<readonly number[]>;
  readonly each: (id: number) => Promise<unknown>;
  /** What was done, as in `Moved 3 to B-3`. */
  readonly told: (count: string) => string;
}

/** The units that something could not be done with, each with the reason. */
export type BatchFailures = ReadonlyMap<number, string>;

export interface UnitBatch {
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  /** Of the last batch. */
  readonly failures: BatchFailures;
  /** @returns what failed; undefined when it could not even begin */
  readonly run: (batch: Batch) => Promise<BatchFailures | undefined>;
}

/** Does something with many units, one by one, and says how many of them it was done with, and which it was not. */
export function useUnitBatch(): UnitBatch {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [failures, setFailures] = useState<BatchFailures>(new Map());
  const run = async ({ ids, each, told }: Batch) => {
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
      if (failed.size === 0) toast('good', told(String(units.length)));
      else toast('bad', `${told(`${units.length - failed.size} of ${units.length}`)}. ${[...failed.values()].at(-1)}`);
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
