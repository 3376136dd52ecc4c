import { useState } from 'react';
import { remember } from '../../shared/remember.ts';

const KEY = 'stowage.returns-location';

/** The location of this station's received units, remembered in the browser. */
export function useStationLocation(): readonly [location: string, choose: (location: string) => void] {
  const [location, setLocation] = useState(() => localStorage.getItem(KEY) ?? '');
  const choose = (next: string) => {
    remember(localStorage, KEY, next);
    setLocation(next);
  };
  return [location, choose];
}
