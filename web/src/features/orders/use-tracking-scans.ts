import { type RefObject, useRef } from 'react';
import { useWedge } from '../../ui/use-wedge.ts';
import type { BoxDraft } from './box-draft.ts';

interface TrackingScans {
  readonly form: RefObject<HTMLFormElement | null>;
  /** After a number the next box without one is on; else what is typed next takes the place of what stands there. */
  readonly goOn: (boxes: readonly BoxDraft[]) => void;
  /** After a refusal the number is to be typed or scanned anew. */
  readonly tryAgain: () => void;
}

interface TrackingOptions {
  /** What was entered is on its way. */
  readonly isBusy: boolean;
  /** @param boxes with the number in its place */
  readonly onNumber: (boxes: readonly BoxDraft[]) => void;
  readonly onRefused: (why: string) => void;
}

/**
 * A tracking number that is scanned takes the place of the one in its field, wherever in it the caret is. One that is scanned
 * elsewhere is of the next box without a number; of a single box always.
 */
export function useTrackingScans(boxes: readonly BoxDraft[], { isBusy, onNumber, onRefused }: TrackingOptions): TrackingScans {
  const form = useRef<HTMLFormElement>(null);
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('[data-tracking]') ?? [])];
  const scan = (code: string, target: EventTarget | null) => {
    const into = target instanceof HTMLInputElement ? fields().indexOf(target) : -1;
    const nth = into >= 0 ? into : boxes.length === 1 ? 0 : undone(boxes);
    if (isBusy) return onRefused(`${code} was not taken: the number before it is still being sent.`);
    if (nth < 0) return onRefused(`${code} was not taken: every box has its number.`);
    fields()[nth]?.focus();
    onNumber(boxes.map((box, index) => (index === nth ? { ...box, trackingNumber: code } : box)));
  };
  useWedge({ onScan: scan, focusField: () => fields()[0]?.focus() });
  const select = () =>
    fields()
      .find((field) => field === document.activeElement)
      ?.select();
  return {
    form,
    goOn(now) {
      fields()[undone(now)]?.focus();
      select();
    },
    tryAgain() {
      if (boxes.length === 1) fields()[0]?.focus();
      select();
    },
  };
}

function undone(boxes: readonly BoxDraft[]): number {
  return boxes.findIndex(({ trackingNumber }) => trackingNumber.trim() === '');
}
