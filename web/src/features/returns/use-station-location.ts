import { useState } from 'react';

const KEY = 'stowage.returns-location';

/** Where this station puts the units that it receives: asked once, and remembered. */
export function useStationLocation(): readonly [location: string, choose: (location: string) => void] {
  const [location, setLocation] = useState(() => localStorage.getItem(KEY) ?? '');
  const choose = (next: string) => {
    localStorage.setItem(KEY, next);
    setLocation(next);
  };
  return [location, choose];
}
