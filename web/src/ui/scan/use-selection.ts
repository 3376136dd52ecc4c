import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * @returns a function that selects the text of a focused field, now and again after rendering, so that the next input
 * replaces it
 */
export function useSelection(field: RefObject<HTMLInputElement | null>): () => void {
  const isWanted = useRef(false);
  const select = () => {
    if (document.activeElement === field.current) field.current?.select();
  };
  // Without a change no rendering may follow; the next input must not be selected in its place.
  useLayoutEffect(() => {
    const element = field.current;
    const forget = () => {
      isWanted.current = false;
    };
    element?.addEventListener('input', forget);
    return () => element?.removeEventListener('input', forget);
  }, [field]);
  useLayoutEffect(() => {
    if (isWanted.current) select();
    isWanted.current = false;
  });
  return () => {
    isWanted.current = true;
    select();
  };
}
