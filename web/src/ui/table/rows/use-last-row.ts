import { useEffect, useRef } from 'react';
import { rowElement } from './use-row-keys.ts';

/** For a drawer above a list. @returns a function that finds the row of the record that was open last, to give it the focus */
export function useLastRow(key: string | number | undefined): () => HTMLElement | null {
  const last = useRef(key);
  useEffect(() => {
    if (key !== undefined) last.current = key;
  });
  return () => rowElement(last.current);
}
