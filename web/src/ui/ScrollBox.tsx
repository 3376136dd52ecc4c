import type { ReactNode } from 'react';

interface ScrollBoxProps {
  readonly label: string;
  /** The height, and the border where it has another one. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page or dialog that scrolls by itself. */
export function ScrollBox({ label, className = 'max-h-72 rounded-card border border-line', children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
    <section aria-label={label} tabIndex={0} className={`overflow-auto ${className}`}>
      {children}
    </section>
  );
}
