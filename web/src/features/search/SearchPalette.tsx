import { useRef } from 'react';
import { useWedgeOfLastResort } from '../../ui/scan/use-wedge.ts';
import { SearchField, type SearchFieldHandle, type SearchProps } from './SearchField.tsx';
import { useSearchShortcut } from './use-search-shortcut.ts';

/** The global search in the top bar. `/`, Ctrl+K and scans that no page handles go to it. */
export function SearchPalette(props: SearchProps) {
  const field = useRef<SearchFieldHandle>(null);
  useSearchShortcut(() => field.current?.show());
  useWedgeOfLastResort((code) => field.current?.ask(code));
  return <SearchField {...props} ref={field} label="Search" look="bar" />;
}
