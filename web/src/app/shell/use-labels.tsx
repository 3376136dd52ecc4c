import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { toast } from '../../ui/dialog/Toast.tsx';

/** The barcode library comes with the first label. */
const LabelDialog = lazy(() => import('../../features/labels/LabelDialog.tsx').then((module) => ({ default: module.LabelDialog })));

interface Asked {
  readonly labels: readonly Label[];
  readonly copies: number;
  readonly from: Element | null;
}

interface Labels {
  /** Opens the dialog, in which copies, printer and the way of printing are chosen. */
  readonly printLabels: (labels: readonly Label[], copies?: number) => void;
  /**
   * Prints at once, as this station does. Where that is the browser's own dialog, or more than is printed unasked, it
   * prints nothing: nobody at a bench is interrupted by a dialog that was not asked for.
   * @returns whether it was printed
   * @throws Error with what is wrong, for whoever stands before the printer
   */
  readonly printNow: (labels: readonly Label[], copies: number) => Promise<boolean>;
  readonly dialog: ReactNode;
}

/** Lets a screen print labels. */
export function useLabels(): Labels {
  const [asked, setAsked] = useState<Asked>();
  const printLabels: Labels['printLabels'] = (labels, copies = 1) => setAsked({ labels, copies, from: document.activeElement });
  const printNow: Labels['printNow'] = async (labels, copies) => {
    if (copies > MAX_LABEL_COPIES) return false;
    const { labelStation, printDirectly } = await import('../../features/labels/label-station.ts');
    const told = await printDirectly({ labels, copies }, labelStation());
    if (told !== undefined) toast('good', told);
    return told !== undefined;
  };
  return {
    printLabels,
    printNow,
    dialog: asked !== undefined && (
      <Suspense>
        <LabelDialog
          labels={asked.labels}
          copies={asked.copies}
          onClose={() => setAsked(undefined)}
          returnFocusTo={() => (asked.from instanceof HTMLElement ? asked.from : null)}
        />
      </Suspense>
    ),
  };
}
