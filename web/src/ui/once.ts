import type { MouseEvent } from 'react';

/** Ignores the second click of a double click, which would repeat the action. */
export function once(act?: () => void): (event: MouseEvent) => void {
  return (event) => (event.detail > 1 ? event.preventDefault() : act?.());
}
