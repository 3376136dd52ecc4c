import { flushSync } from 'react-dom';
import { fileLabels } from './label-document.ts';
import { rememberPrinted } from './label-station.ts';
import type { PrintJob } from './print-job.ts';
import { reportPrinted } from './report-printed.ts';

/**
 * Prints labels by the browser's print dialog.
 * @param show puts the labels into the page
 * @param onPrinted called when the dialog has closed
 */
export function printInBrowser(job: PrintJob, show: (job: PrintJob) => void, onPrinted: () => void): void {
  rememberPrinted(job);
  // The labels must be in the page before the browser prints it.
  flushSync(() => show(job));
  // Some browsers print later, and then the labels must still be in the page.
  window.addEventListener('afterprint', onPrinted, { once: true });
  window.print();
  reportPrinted(job);
  void fileLabels(job);
}
