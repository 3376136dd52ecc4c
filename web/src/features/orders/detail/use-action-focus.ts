import { type RefObject, useEffect, useRef } from 'react';

export interface ActionFocus {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The element that gets the focus when a dialog closes: the button that opened it, or the next action. */
  readonly backTo: (dialog: string) => HTMLElement | null;
}

/**
 * Keeps the focus in a group of action buttons when the focused button disappears: it moves to the next action,
 * `data-next`, or else to the first button.
 * @param state changes whenever the buttons may change
 */
export function useActionFocus(state: string): ActionFocus {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the buttons may have changed
  useEffect(() => {
    if (wasHere.current && document.activeElement === document.body) next()?.focus();
  }, [state]);
  return { box, backTo: (dialog) => box.current?.querySelector<HTMLElement>(`[data-opens=${dialog}]`) ?? next() };
}
