import { type RefObject, useLayoutEffect } from 'react';

/** The distances above and below what is shown at the end of the screen. */
const AROUND_PX = 24;

/** Sets a length of the page, such as `--toasts`, that dialogs and drawers leave free at their end. */
export function useRoom(name: `--${string}`, element: RefObject<HTMLElement | null>, isShown = true): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || !isShown) return setRoom(name, 0);
    const set = () => setRoom(name, current.offsetHeight + AROUND_PX);
    set();
    // Its content changes without it. jsdom has no layout.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(set);
    observer?.observe(current);
    return () => {
      observer?.disconnect();
      setRoom(name, 0);
    };
  });
}

function setRoom(name: string, px: number): void {
  document.documentElement.style.setProperty(name, `${px}px`);
}
