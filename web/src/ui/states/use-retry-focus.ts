import { type MouseEvent, useEffect, useRef } from 'react';

interface Pressed {
  readonly button: HTMLElement;
  /** Holds what replaces the error. */
  readonly box: HTMLElement;
  /** Where the error was among the children of the box. */
  readonly at: number;
}

/**
 * Moves the focus after "Try again", whose button disappears: to the heading of what was loaded, or to the new button when it failed
 * again. Otherwise the browser would continue at the top of the page.
 */
export function useRetryFocus({ data, error }: { readonly data: unknown; readonly error: Error | null }): (event: MouseEvent<HTMLElement>) => void {
  const pressed = useRef<Pressed>(null);
  const isLoading = data === undefined && error === null;
  const hasFailed = data === undefined && error !== null;
  useEffect(() => {
    if (pressed.current === null || pressed.current.button.isConnected || isLoading) return;
    const { box, at } = pressed.current;
    pressed.current = null;
    // A person who continued elsewhere stays there.
    if (document.activeElement !== document.body) return;
    const loaded = [...box.children].slice(at);
    const goal = first(loaded, hasFailed ? '[role="alert"] button' : HEADINGS) ?? first([box], HEADINGS) ?? box;
    if (goal.tabIndex < 0) goal.tabIndex = -1;
    goal.focus();
  });
  return ({ currentTarget: button }) => {
    const shown = button.closest('[role]');
    const box = shown?.parentElement;
    if (shown && box) pressed.current = { button, box, at: [...box.children].indexOf(shown) };
  };
}

const HEADINGS = 'h1, h2, h3, h4';

function first(elements: readonly Element[], selector: string): HTMLElement | undefined {
  for (const element of elements) {
    const found = element.matches(selector) ? element : element.querySelector(selector);
    if (found instanceof HTMLElement) return found;
  }
  return undefined;
}
