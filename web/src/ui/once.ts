import type { MouseEvent } from 'react';

/** The second click of a double click does nothing: what a button does would be done once more. */
export function once(act?: () => void): (event: MouseEvent) => void {
  return (event) => (event.detail > 1 ? event.preventDefault() : act?.());
}
