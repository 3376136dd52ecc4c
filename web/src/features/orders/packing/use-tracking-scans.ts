import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createScanEnter } from '../../../ui/scan/scanner-keys.ts';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { type BoxDraft, withScanned } from '../shipping/box-draft.ts';
import type { QueuedScan } from './use-verification.ts';

interface TrackingScans {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Moves the focus to the next box without a number, or selects the current number so that typing replaces it. */
  readonly goOn: (boxes: readonly BoxDraft[]) => void;
  /** Handles every key of the form. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Selects the refused number, so that a new one replaces it. */
  readonly tryAgain: () => void;
}

interface TrackingOptions {
  /** Whether a request is under way. */
  readonly isBusy: () => boolean;
  /** @param boxes with the scanned number in its box */
  readonly onNumber: (boxes: readonly BoxDraft[]) => void;
  readonly onRefused: (why: string) => void;
  /** Scans from before the form was mounted. */
  readonly queued: readonly QueuedScan[];
  /** Called when the first queued scan is taken. */
  readonly onScanTaken: (() => void) | undefined;
}

/**
 * A tracking number that is scanned into its field replaces the text. A scan with the focus outside the fields goes to the
 * next box without a number, or to the only box.
 */
export function useTrackingScans(boxes: readonly BoxDraft[], { isBusy, onNumber, onRefused, queued, onScanTaken }: TrackingOptions): TrackingScans {
  const form = useRef<HTMLFormElement>(null);
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('[data-tracking]') ?? [])];
  const scan = (code: string, target: EventTarget | null) => {
    const into = target instanceof HTMLInputElement ? fields().indexOf(target) : -1;
    const index = into >= 0 ? into : boxes.length === 1 ? 0 : withoutNumber(boxes);
    if (isBusy()) return onRefused(`${code} was ignored. The previous number is still being sent.`);
    if (index < 0) return onRefused(`${code} was ignored. Every box has its number.`);
    fields()[index]?.focus();
    onNumber(boxes.map((box, at) => (at === index ? withScanned(box, code) : box)));
  };
  const taken = useEffectEvent(() => onScanTaken?.());
  const takeQueued = useEffectEvent(({ code }: QueuedScan) => scan(code, null));
  const [first] = queued;
  useEffect(() => {
    if (first === undefined) return;
    taken();
    // An effect cannot flush the state update that the scan needs.
    setTimeout(() => takeQueued(first));
  }, [first]);
  const [isScanEnter] = useState(createScanEnter);
  useWedge({ onScan: scan, focusField: () => fields()[0]?.focus() });
  const select = () =>
    fields()
      .find((field) => field === document.activeElement)
      ?.select();
  return {
    form,
    // A scanner types nothing into the date field, and its Enter would submit the previous number.
    onKeyDown(event) {
      if (isScanEnter(event) && event.target instanceof HTMLInputElement && !fields().includes(event.target)) event.preventDefault();
    },
    goOn(now) {
      fields()[withoutNumber(now)]?.focus();
      select();
    },
    tryAgain() {
      if (boxes.length === 1) fields()[0]?.focus();
      select();
    },
  };
}

function withoutNumber(boxes: readonly BoxDraft[]): number {
  return boxes.findIndex(({ trackingNumber }) => trackingNumber.trim() === '');
}
