import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { useState } from 'react';
import { playTone } from '../../../ui/scan/sounds.ts';
import type { PrintNow } from './disposition.ts';

export interface PrintJob {
  readonly label: Label;
  readonly copies: number;
}

/**
 * Labels of what is saved already: one that was not printed is printed again, and changes nothing else. What the station
 * does not print unasked waits for a press of a button, and nobody is interrupted.
 */
export function usePrinting(onPrintNow: PrintNow) {
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
  /** Takes a job that waits, or as much of it as is printed at once. @returns so many copies */
  const take = (job: PrintJob): number => {
    const copies = Math.min(job.copies, MAX_LABEL_COPIES);
    const rest = job.copies - copies;
    setWaiting((jobs) => jobs.flatMap((one) => (one !== job ? [one] : rest > 0 ? [{ ...job, copies: rest }] : [])));
    return copies;
  };
  return { last, failure, waiting, print, take, again: () => last && print(last) };
}
