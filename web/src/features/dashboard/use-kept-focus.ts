import { type FocusEventHandler, type RefObject, useEffect, useRef } from 'react';

interface KeptFocus<T extends HTMLElement> {
  readonly ref: RefObject<T | null>;
  readonly tabIndex: -1;
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

/** Of a part whose focused button goes away, as Retry does when it worked: the part itself has the focus then, not the page's beginning. */
export function useKeptFocus<T extends HTMLElement>(): KeptFocus<T> {
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
    // What is taken away is not left: then nothing else gets the focus, and the browser says so with its document alone.
    onBlur: ({ target }) => {
      if (target.isConnected) isInside.current = false;
    },
  };
}
