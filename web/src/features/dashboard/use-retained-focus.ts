import { type FocusEventHandler, type RefObject, useEffect, useRef } from 'react';

interface RetainedFocus<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  readonly tabIndex: -1;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

/** Moves the focus to the part when its focused button disappears, as Retry does after success. The browser would reset it to the page. */
export function useRetainedFocus<T extends HTMLElement>(): RetainedFocus<T> {
  const ref = useRef<T>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (!isInside.current || (document.activeElement !== document.body && document.activeElement !== null)) return;
    ref.current?.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true;
    },
    // A removed element also fires blur; the focus has not left the part then.
    onBlur: ({ target }) => {
      if (target.isConnected) isInside.current = false;
    },
  };
}
