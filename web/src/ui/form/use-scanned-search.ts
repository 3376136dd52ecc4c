import { type RefObject, useRef } from 'react';
import { useWedge } from '../scan/use-wedge.ts';
import type { SearchFormHandle } from './SearchForm.tsx';

/** For the search form that also gets what is scanned outside all fields of its page. @returns its `ref` */
export function useScannedSearch(): RefObject<SearchFormHandle | null> {
  const field = useRef<SearchFormHandle>(null);
  useWedge({ onScan: (code) => field.current?.search(code), focusField: () => field.current?.focus() });
  return field;
}
