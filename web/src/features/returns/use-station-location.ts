import { useState } from 'react';

const KEY = 'stowage.returns-location';

/** The location of this station's received units, remembered in the browser. */
export function useStationLocation(): readonly [location: string, choose: (location: string) => void] {
  const [location, setLocation] = useState(() => localStorage.getItem(KEY) ?? '');
  const choose = (next: string) => {
    localStorage.setItem(KEY, next);
    setLocation(next);
  };
  return [location, choose];
}
