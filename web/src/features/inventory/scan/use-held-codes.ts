import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keeps the codes that are scanned before the page knows their location.
 * @param take takes a code, at once or when the wait is over, in the order of the scans
 * @returns a function that needs every code
 */
export function useHeldCodes(isWaiting: boolean, take: (text: string, how?: 'key' | 'pause') => void): typeof take {
  const held = useRef<Parameters<typeof take>[]>([]);
  const release = useEffectEvent(() => {
    for (const scan of held.current.splice(0)) take(...scan);
  });
  useEffect(() => {
    if (!isWaiting) release();
  }, [isWaiting]);
  return (...scan) => (isWaiting ? void held.current.push(scan) : take(...scan));
}
