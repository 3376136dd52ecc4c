import { countPrintedLabels } from '@stowage/contract/dashboard/guide';
import type { Label, PrintedLabelKind } from '@stowage/contract/labels/labels';
import { call } from '../../api/call.ts';
import type { PrintJob } from './print-job.ts';
import { isTestLabel } from './test-label.ts';

/** Counts printed labels for the setup guide, in the background. Not worth a message: the labels are printed. */
export function reportPrinted({ labels, copies }: PrintJob): void {
  const [label] = labels;
  if (label === undefined) return;
  call(countPrintedLabels, { body: { kind: kindOf(label), labels: labels.length * copies } }).catch((error: unknown) => {
    console.warn('The printed labels were not counted', error);
  });
}

function kindOf(label: Label): PrintedLabelKind {
  if ('caseId' in label) return 'CASE';
  if (isTestLabel(label)) return 'TEST';
  return label.isLarge ? 'LOCATION' : 'ITEM';
}
