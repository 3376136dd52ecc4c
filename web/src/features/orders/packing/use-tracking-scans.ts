import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createScanEnter } from '../../../ui/scan/scanner-keys.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { type BoxDraft, withScanned } from '../shipping/box-draft.ts';
import type { Heard } from './use-verification.ts';

interface TrackingScans {
  readonly form: RefObject<HTMLFormElement | null>;
  /** After a number the next box without one is on; else what is typed next takes the place of what stands there. */
  readonly goOn: (boxes: readonly BoxDraft[]) => void;
  /** Every key of the form is to be shown to it. */
  readonly hear: (event: KeyboardEvent<HTMLElement>) => void;
  /** After a refusal the number is to be typed or scanned anew. */
  readonly tryAgain: () => void;
}

interface TrackingOptions {
  /** Whether what was entered is on its way. */
  readonly isBusy: () => boolean;
  /** @param boxes with the number in its place */
  readonly onNumber: (boxes: readonly BoxDraft[]) => void;
  readonly onRefused: (why: string) => void;
  /** What was scanned before the form was there. */
  readonly heard: readonly Heard[];
  /** The first of them was taken. */
  readonly onHeardTaken: (() => void) | undefined;
}

/**
 * A tracking number that is scanned takes the place of the one in its field, wherever in it the caret is. One that is scanned
 * elsewhere is of the next box without a number; of a single box always.
 */
export function useTrackingScans(boxes: readonly BoxDraft[], { isBusy, onNumber, onRefused, heard, onHeardTaken }: TrackingOptions): TrackingScans {
  const form = useRef<HTMLFormElement>(null);
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('[data-tracking]') ?? [])];
  const scan = (code: string, target: EventTarget | null) => {
    const into = target instanceof HTMLInputElement ? fields().indexOf(target) : -1;
    const nth = into >= 0 ? into : boxes.length === 1 ? 0 : undone(boxes);
    if (isBusy()) return onRefused(`${code} was not taken: the number before it is still being sent.`);
    if (nth < 0) return onRefused(`${code} was not taken: every box has its number.`);
    fields()[nth]?.focus();
    onNumber(boxes.map((box, index) => (index === nth ? withScanned(box, code) : box)));
  };
  const taken = useEffectEvent(() => onHeardTaken?.());
  const takeHeard = useEffectEvent(({ code }: Heard) => scan(code, null));
  const [first] = heard;
  useEffect(() => {
    if (first === undefined) return;
    taken();
    // What it enters is to stand there at once, which no effect can do.
    setTimeout(() => takeHeard(first));
  }, [first]);
  const [isScanEnter] = useState(createScanEnter);
  useWedge({ onScan: scan, focusField: () => fields()[0]?.focus() });
  const select = () =>
    fields()
      .find((field) => field === document.activeElement)
      ?.select();
  return {
    form,
    // Into the day a scanner types nothing, and its Enter would send what stood there before.
    hear(event) {
      if (isScanEnter(event) && event.target instanceof HTMLInputElement && !fields().includes(event.target)) event.preventDefault();
    },
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
