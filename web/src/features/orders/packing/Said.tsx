import { type ReactNode, useEffect, useRef } from 'react';

/** What is said of a scan or a choice comes into view, whatever stands below and above it: the focus is elsewhere. */
export function Said({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // jsdom has no such thing.
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return <div ref={box}>{children}</div>;
}
