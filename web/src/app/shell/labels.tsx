import { type Label, MAX_LABEL_COPIES } from '@stowage/contract/labels/labels';
import { type ComponentType, createContext, type ReactNode, Suspense, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { loadPart } from '../../ui/states/load-part.ts';

/** Loads the barcode library with the first label. */
const LabelDialog = lazyDialog(() => import('../../features/labels/LabelDialog.tsx').then(({ LabelDialog: Loaded }) => Loaded));

interface OpenDialog {
  readonly labels: readonly Label[];
  readonly copies: number;
  readonly openedFrom: Element | null;
  readonly onClose: (() => void) | undefined;
}

/** Labels in the page while the browser prints them. */
interface Sheet {
  readonly labels: readonly Label[];
  readonly copies: number;
  readonly Face: ComponentType<{ readonly labels: readonly Label[]; readonly copies: number }>;
}

interface Labels {
  /** Opens the dialog for copies, printer and print method. */
  readonly printLabels: (labels: readonly Label[], copies?: number, onClose?: () => void) => void;
  /**
   * Prints with the settings of this station. The browser's dialog opens only if it would swallow no scan.
   * @param isFree whether the person still waits for the label: asked before the browser's dialog opens
   * @returns false, and prints nothing, when the browser's dialog may not open or the copies are too many
   * @throws Error with the printer's problem, for the person at the printer
   */
  readonly printNow: (labels: readonly Label[], copies: number, isFree: () => boolean) => Promise<boolean>;
}

const LabelsContext = createContext<Labels>({ printLabels: () => {}, printNow: async () => false });

/** Prints labels from the page below. */
export const useLabels = (): Labels => use(LabelsContext);

export function LabelsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<OpenDialog>();
  const [sheet, setSheet] = useState<Sheet>();
  const printNow: Labels['printNow'] = async (labels, copies, isFree) => {
    if (copies > MAX_LABEL_COPIES) return false;
    const [{ labelStation, printDirectly }, { printInBrowser }, { LabelSheet }] = await loadPart(
      Promise.all([
        import('../../features/labels/label-station.ts'),
        import('../../features/labels/print-in-browser.ts'),
        import('../../features/labels/LabelSheet.tsx'),
      ]),
    );
    const job = { labels, copies };
    const result = await printDirectly(job, labelStation());
    if (result !== undefined) toast('good', result);
    else if (isFree())
      printInBrowser(
        job,
        () => setSheet({ ...job, Face: LabelSheet }),
        () => setSheet(undefined),
      );
    else return false;
    return true;
  };
  const printLabels: Labels['printLabels'] = (labels, copies = 1, onClose) => setOpen({ labels, copies, onClose, openedFrom: document.activeElement });
  return (
    <LabelsContext value={{ printLabels, printNow }}>
      {children}
      {sheet !== undefined && createPortal(<sheet.Face labels={sheet.labels} copies={sheet.copies} />, document.body)}
      {open !== undefined && (
        <Suspense>
          <LabelDialog
            labels={open.labels}
            copies={open.copies}
            onClose={() => {
              setOpen(undefined);
              open.onClose?.();
            }}
            returnFocusTo={() => (open.openedFrom instanceof HTMLElement ? open.openedFrom : null)}
          />
        </Suspense>
      )}
    </LabelsContext>
  );
}
