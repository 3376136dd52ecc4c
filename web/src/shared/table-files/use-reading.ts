import { useEffect, useRef } from 'react';

/** Reads one file at a time. @returns begins to read a file: its signal aborts when the next one begins, or the page closes */
export function useReading(): () => AbortSignal {
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  return () => {
    current.current?.abort();
    current.current = new AbortController();
    return current.current.signal;
  };
}
