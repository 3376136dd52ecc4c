import { useState } from 'react';
import { toast } from '../../ui/Toast.tsx';
import { updateFailure } from './adjustment/update-failure.ts';

interface Batch {
  /** Which units; asked for when the batch begins. */
  readonly ids: () => Promise<readonly number[]>;
  readonly each: (id: number) => Promise<unknown>;
  /** What was done, as in `Moved 3 to B-3`. */
  readonly told: (count: string) => string;
}

/** Does something with many units, one by one, and says how many of them it was done with. */
export function useUnitBatch(): {
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly run: (batch: Batch) => Promise<void>;
} {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const run = async ({ ids, each, told }: Batch) => {
    setProgress({ done: 0, total: 0 });
    let failure: string | undefined;
    let done = 0;
    let total = 0;
    try {
      const units = await ids();
      total = units.length;
      for (const id of units) {
        setProgress({ done, total });
        await each(id).then(
          () => {
            done += 1;
          },
          (error: Error) => {
            failure = updateFailure(error);
          },
        );
      }
    } catch (error) {
      failure = updateFailure(error as Error);
    }
    setProgress(undefined);
    if (failure === undefined) toast('good', told(String(done)));
    else toast('bad', `${told(`${done} of ${total}`)}. ${failure}`);
  };
  return { progress, run };
}
