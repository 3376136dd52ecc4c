import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { useState } from 'react';
import { playTone } from '../../../ui/scan/sounds.ts';
import type { PrintNow } from './disposition.ts';

export interface PrintJob {
  readonly label: Label;
  readonly copies: number;
}

/**
 * Prints labels of saved units. A failed label can be printed again without saving anything. If the station can't print
 * without a dialog, the label waits for a click instead of interrupting the person.
 */
export function useLabelQueue(onPrintNow: PrintNow) {
  const [last, setLast] = useState<PrintJob>();
  const [waiting, setWaiting] = useState<readonly PrintJob[]>([]);
  const [failure, setFailure] = useState<string>();

  const print = (job: PrintJob) => {
    setLast(job);
    setFailure(undefined);
    onPrintNow([job.label], job.copies)
      .then((isPrinted) => isPrinted || setWaiting((others) => [job, ...others]))
      .catch((error: unknown) => {
        playTone('error');
        setFailure(error instanceof Error ? error.message : String(error));
      });
  };
  /** Takes a waiting job, or the copies of it that can be printed at once. @returns the number of copies */
  const take = (job: PrintJob): number => {
    const copies = Math.min(job.copies, MAX_LABEL_COPIES);
    const rest = job.copies - copies;
    setWaiting((jobs) => jobs.flatMap((one) => (one !== job ? [one] : rest > 0 ? [{ ...job, copies: rest }] : [])));
    return copies;
  };
  return { last, failure, waiting, print, take, again: () => last && print(last) };
}
