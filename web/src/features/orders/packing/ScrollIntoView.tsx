import { type ReactNode, useEffect, useRef } from 'react';

/** Scrolls its content into view when it appears, because the focus may be in another part of the page. */
export function ScrollIntoView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // jsdom does not implement scrollIntoView.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return <div ref={box}>{children}</div>;
}
