import { type RefObject, useEffect, useRef } from 'react';

/**
 * The location that was chosen last. The address follows a moment later, and in a scanner's burst the next code
 * comes before it: it belongs to the location whose code was read just now.
 */
export function useChosenLocation(location: string | undefined): RefObject<string | undefined> {
  const chosen = useRef(location);
  useEffect(() => {
    chosen.current = location;
  }, [location]);
  return chosen;
}
