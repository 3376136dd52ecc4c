import type { FocusEvent, ReactNode, RefObject } from 'react';

interface TableBoxProps {
  readonly label: string;
  readonly isLong: boolean;
  readonly isInDialog?: boolean | 'short';
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly children: ReactNode;
}

/** The box in which a table scrolls: sideways when it is wide, and vertically when it is long or in a dialog, whose buttons stay in view. */
export function TableBox({ label, isLong, isInDialog = false, box, onFocus, children }: TableBoxProps) {
  if (!isLong && !isInDialog) return <div className="overflow-x-auto">{children}</div>;
  const height = isInDialog === 'short' ? 'max-h-[22dvh]' : 'max-h-[50dvh]';
  const look = isInDialog ? `${height} rounded-card border border-line` : 'max-h-[75dvh]';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
    <div ref={box} role="region" aria-label={`${label}, rows`} tabIndex={0} onFocus={onFocus} className={`overflow-auto [overflow-anchor:none] ${look}`}>
      {children}
    </div>
  );
}
