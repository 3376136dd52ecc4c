import { numberText } from '@stowage/contract/formats/text/number-text';
import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { Printer } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import type { PrintJob } from './use-label-queue.ts';

interface WaitingLabelsProps {
  readonly jobs: readonly PrintJob[];
  readonly onPrint: (job: PrintJob) => void;
}

/** Labels that wait for a click to print, newest first. */
export function PendingLabels({ jobs, onPrint }: WaitingLabelsProps) {
  if (jobs.length === 0) return null;
  return (
    <section aria-label="Labels to print" className="rounded-card bg-sunken p-3">
      <ul className="grid max-h-40 gap-2 overflow-auto">
        {jobs.map((job, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: labels can be equal and have no state
          <li key={index} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{textOf(job.label)}</span>
            <Button size="small" aria-label={`${buttonText(job)}: ${textOf(job.label)}`} onClick={() => onPrint(job)}>
              <Printer size={14} aria-hidden /> {buttonText(job)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function textOf(label: Label): string {
  return 'caseId' in label ? `Case ${label.caseId}, ${label.disposition}` : `${label.code}, ${label.detail}`;
}

function buttonText({ copies }: PrintJob): string {
  if (copies > MAX_LABEL_COPIES) return `Print ${MAX_LABEL_COPIES} of ${numberText(copies)} labels`;
  return copies === 1 ? 'Print label' : `Print ${copies} labels`;
}
