import { type RefObject, useEffect, useRef } from 'react';

/**
 * The location that was chosen last. The address changes a moment later, but in a scanner's burst the next code already
 * belongs to the location whose code was just scanned.
 */
export function useChosenLocation(location: string | undefined): RefObject<string | undefined> {
  const chosen = useRef(location);
  useEffect(() => {
    chosen.current = location;
  }, [location]);
  return chosen;
}
