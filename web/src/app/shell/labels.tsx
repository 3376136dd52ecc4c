import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import { toast } from '../../ui/dialog/Toast.tsx';

/** Loads the barcode library with the first label. */
const LabelDialog = lazy(() => import('../../features/labels/LabelDialog.tsx').then((module) => ({ default: module.LabelDialog })));

interface OpenDialog {
  readonly labels: readonly Label[];
  readonly copies: number;
  readonly openedFrom: Element | null;
}

interface Labels {
  /** Opens the dialog for copies, printer and print method. */
  readonly printLabels: (labels: readonly Label[], copies?: number) => void;
  /**
   * Prints with the settings of this station, without a dialog that would interrupt the work at the bench.
   * @returns false, and prints nothing, when the station prints through the browser's dialog or the copies are too many
   * @throws Error with the printer's problem, for the person at the printer
   */
  readonly printNow: (labels: readonly Label[], copies: number) => Promise<boolean>;
}

const LabelsContext = createContext<Labels>({ printLabels: () => {}, printNow: async () => false });

/** Prints labels from the page below. */
export const useLabels = (): Labels => use(LabelsContext);

export function LabelsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<OpenDialog>();
  const printLabels: Labels['printLabels'] = (labels, copies = 1) => setOpen({ labels, copies, openedFrom: document.activeElement });
  return (
    <LabelsContext value={{ printLabels, printNow }}>
      {children}
      {open !== undefined && (
        <Suspense>
          <LabelDialog
            labels={open.labels}
            copies={open.copies}
            onClose={() => setOpen(undefined)}
            returnFocusTo={() => (open.openedFrom instanceof HTMLElement ? open.openedFrom : null)}
          />
        </Suspense>
      )}
    </LabelsContext>
  );
}

async function printNow(labels: readonly Label[], copies: number): Promise<boolean> {
  if (copies > MAX_LABEL_COPIES) return false;
  const { labelStation, printDirectly } = await import('../../features/labels/label-station.ts');
  const result = await printDirectly({ labels, copies }, labelStation());
  if (result !== undefined) toast('good', result);
  return result !== undefined;
}
