import { PrintFailure } from '../../../shared/files/PrintFailure.tsx';
import { Button } from '../../../ui/Button.tsx';
import { PendingLabels } from './PendingLabels.tsx';
import type { LabelQueue } from './use-label-queue.ts';

/** A label that could not be printed, and the labels that wait for a click. */
export function LabelStates({ printing, onOtherWay }: { readonly printing: LabelQueue; readonly onOtherWay: () => void }) {
  return (
    <>
      {printing.failure !== undefined && (
        <PrintFailure message={printing.failure}>
          <Button size="small" onClick={printing.again}>
            Print again
          </Button>
          <Button size="small" onClick={onOtherWay}>
            Choose another printer
          </Button>
        </PrintFailure>
      )}
      <PendingLabels jobs={printing.waiting} onPrint={printing.printWaiting} />
    </>
  );
}
