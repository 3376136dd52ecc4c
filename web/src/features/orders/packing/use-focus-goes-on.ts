import { type RefObject, useEffect, useRef } from 'react';

interface FocusGoesOn {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Where the focus goes when a dialog closes: to the button that opened it, unless that is gone. */
  readonly backTo: (dialog: string) => HTMLElement | null;
}

/**
 * A button may be gone once it did what it does, at once or through its dialog: the focus goes on to the one that does what is
 * next, `data-next`, else to the first of the box.
 * @param state with it the buttons change
 */
export function useFocusGoesOn(state: string): FocusGoesOn {
  const box = useRef<HTMLDivElement>(null);
  const wasHere = useRef(false);
  const next = () => box.current?.querySelector<HTMLElement>('button[data-next]') ?? box.current?.querySelector<HTMLElement>('button') ?? null;
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      if (box.current?.contains(target)) wasHere.current = true;
      else if (target.closest('[data-modal]') === null) wasHere.current = false;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the buttons may have changed
  useEffect(() => {
    if (wasHere.current && document.activeElement === document.body) next()?.focus();
  }, [state]);
  return { box, backTo: (dialog) => box.current?.querySelector<HTMLElement>(`[data-opens=${dialog}]`) ?? next() };
}
