import type { Label } from '@stowage/contract/labels';
import { lazy, type ReactNode, Suspense, useState } from 'react';

/** The barcode library comes with the first label. */
const LabelDialog = lazy(() => import('../features/labels/LabelDialog.tsx').then((module) => ({ default: module.LabelDialog })));

/** Lets a screen print labels. @returns what opens the dialog, and the dialog to show */
export function useLabels(): { readonly printLabels: (labels: readonly Label[]) => void; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<{ labels: readonly Label[]; from: Element | null }>();
  return {
    printLabels: (labels) => setAsked({ labels, from: document.activeElement }),
    dialog: asked !== undefined && (
      <Suspense>
        <LabelDialog labels={asked.labels} onClose={() => setAsked(undefined)} returnFocusTo={() => (asked.from instanceof HTMLElement ? asked.from : null)} />
      </Suspense>
    ),
  };
}
