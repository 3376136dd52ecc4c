import { useEffect, useEffectEvent, useRef } from 'react';

/** A callback that runs at most once per interval. Calls in between cause one run at the end of the interval. */
export function useThrottled(callback: () => void, everyMs: number): () => void {
  const run = useEffectEvent(callback);
  const throttled = useRef<{ call: () => void }>({ call: () => {} });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastRun = 0;
    const now = () => {
      timer = undefined;
      lastRun = Date.now();
      run();
    };
    throttled.current.call = () => {
      const wait = lastRun + everyMs - Date.now();
      if (timer !== undefined) return;
      if (wait <= 0) now();
      else timer = setTimeout(now, wait);
    };
    return () => clearTimeout(timer);
  }, [everyMs]);
  return () => throttled.current.call();
}
