import type { FocusEvent, ReactNode, RefObject } from 'react';

interface TableBoxProps {
  readonly label: string;
  readonly isLong: boolean;
  readonly isInDialog?: boolean | 'short';
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly children: ReactNode;
}

/** What a table scrolls in: sideways where it is wide, and a long one by itself. In a dialog it leaves the buttons in view. */
export function TableBox({ label, isLong, isInDialog = false, box, onFocus, children }: TableBoxProps) {
  if (!isLong && !isInDialog) return <div className="overflow-x-auto">{children}</div>;
  const height = isInDialog === 'short' ? 'max-h-[22dvh]' : 'max-h-[50dvh]';
  const look = isInDialog ? `${height} rounded-card border border-line` : 'max-h-[75dvh]';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach
    <div ref={box} role="region" aria-label={`${label}, rows`} tabIndex={0} onFocus={onFocus} className={`overflow-auto [overflow-anchor:none] ${look}`}>
      {children}
    </div>
  );
}
