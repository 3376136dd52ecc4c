import { Component, type ReactNode } from 'react';

interface SteadyRowProps {
  /** The table scrolls in a box of its own: then the page stays where it is. */
  readonly isInBox?: boolean;
  /** The rows. */
  readonly children: ReactNode;
}

interface Place {
  readonly field: Element;
  readonly top: number;
}

/**
 * Keeps the row that a person types into where it is on the screen while rows are added above it. Browsers don't do it in a
 * box that scrolls sideways.
 */
export class SteadyRow extends Component<SteadyRowProps> {
  /** Pages scroll by whole pixels only; without the rest, the row would drift with each added one. */
  private restPx = 0;

  // Only a class is called between rendering and the change of the page.
  override getSnapshotBeforeUpdate(): Place | null {
    const field = document.activeElement;
    return !this.props.isInBox && field?.matches('tbody :is(input, textarea)') ? { field, top: field.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_props: SteadyRowProps, _state: unknown, before: Place | null): void {
    if (before?.field.isConnected !== true) return;
    const shift = before.field.getBoundingClientRect().top - before.top + this.restPx;
    const top = Math.round(shift);
    this.restPx = shift - top;
    if (top !== 0) window.scrollBy({ top, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
