import { useEffect, useRef } from 'react';
import { useWedge } from '../../ui/scan/use-wedge.ts';
import { SearchField, type SearchFieldHandle, type SearchProps } from './SearchField.tsx';

/** The search of everything as a page's own scan field: it has the focus, and what is scanned anywhere on the page is opened. */
export function PageSearch({ label, ...props }: SearchProps & { readonly label: string }) {
  const field = useRef<SearchFieldHandle>(null);
  useWedge({ onScan: (code) => field.current?.ask(code), focusField: () => field.current?.focus() });
  useEffect(() => field.current?.focus(), []);
  return <SearchField {...props} ref={field} label={label} look="page" />;
}
