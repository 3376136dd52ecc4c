import { type RefObject, useEffect, useRef } from 'react';

interface ChosenLocation {
  readonly chosen: RefObject<string | undefined>;
  readonly choose: (location: string) => void;
}

/**
 * The location that was chosen last. The address changes a moment later, but in a scanner's burst the next code already
 * belongs to the location whose code was just scanned.
 * @param addressed the location of the address, which follows each choice
 */
export function useChosenLocation(location: string | undefined, addressed: string = ''): ChosenLocation {
  const chosen = useRef(location);
  /** The choices that the address has not followed yet, oldest first. */
  const ahead = useRef<readonly string[]>([]);
  const before = useRef(addressed);
  useEffect(() => {
    // An address that follows an earlier choice doesn't undo a later one; one that nobody has chosen here does.
    if (addressed !== before.current) ahead.current = ahead.current.slice(ahead.current.indexOf(addressed) + 1 || ahead.current.length);
    before.current = addressed;
    if (ahead.current.length === 0) chosen.current = location;
  }, [location, addressed]);
  const choose = (next: string) => {
    if (ahead.current.length > 0 || next !== addressed) ahead.current = [...ahead.current, next];
    chosen.current = next;
  };
  return { chosen, choose };
}
