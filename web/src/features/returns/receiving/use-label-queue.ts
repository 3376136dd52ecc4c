import { messageOf } from '@stowage/contract/errors';
import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { useState } from 'react';
import { playTone } from '../../../ui/scan/sounds.ts';
import { useIdleSince } from '../../../ui/scan/use-idle-since.ts';
import type { PrintNow } from './disposition.ts';

export interface PrintJob {
  readonly label: Label;
  readonly copies: number;
}

export type LabelQueue = ReturnType<typeof useLabelQueue>;

/**
 * Prints labels of saved units. A failed label can be printed again without saving anything. If the station prints by the
 * browser's dialog and the person has gone on to scan, the label waits for a click: the dialog would swallow the scan.
 */
export function useLabelQueue(onPrintNow: PrintNow) {
  const [last, setLast] = useState<PrintJob>();
  const [waiting, setWaiting] = useState<readonly PrintJob[]>([]);
  const [failure, setFailure] = useState<string>();
  const { begin, isIdle } = useIdleSince();

  /** @param isFree whether the browser's dialog may open */
  const print = (job: PrintJob, isFree: () => boolean = isIdle) => {
    setLast(job);
    setFailure(undefined);
    onPrintNow([job.label], job.copies, isFree)
      .then((isPrinted) => isPrinted || setWaiting((others) => [job, ...others]))
      .catch((error: unknown) => {
        playTone('error');
        setFailure(messageOf(error));
      });
  };
  /** Prints a waiting job, or the copies of it that can be printed at once. */
  const printWaiting = (job: PrintJob) => {
    const copies = Math.min(job.copies, MAX_LABEL_COPIES);
    const rest = job.copies - copies;
    setWaiting((jobs) => jobs.flatMap((one) => (one !== job ? [one] : rest > 0 ? [{ ...job, copies: rest }] : [])));
    begin(() => print({ ...job, copies }));
  };
  const again = () => begin(() => last !== undefined && print(last));
  return { last, failure, waiting, begin, print, printWaiting, again, forgetFailure: () => setFailure(undefined) };
}
