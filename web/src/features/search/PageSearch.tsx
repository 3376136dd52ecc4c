import { useEffect, useRef } from 'react';
import { useWedge } from '../../ui/scan/use-wedge.ts';
import { SearchField, type SearchFieldHandle, type SearchProps } from './SearchField.tsx';
import { useSearchShortcut } from './use-search-shortcut.ts';

/** The global search as a page's scan field, instead of the one in the top bar: it has the focus and opens everything that is scanned on the page. */
export function PageSearch({ label, ...props }: SearchProps & { readonly label: string }) {
  const field = useRef<SearchFieldHandle>(null);
  useWedge({ onScan: (code) => field.current?.ask(code), focusField: () => field.current?.focus() });
  useSearchShortcut(() => field.current?.show());
  useEffect(() => field.current?.focus(), []);
  return <SearchField {...props} ref={field} label={label} look="page" />;
}
