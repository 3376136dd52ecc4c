import { useEffect, useEffectEvent, useRef } from 'react';
import { useWedgeOfLastResort } from '../../ui/scan/use-wedge.ts';
import { SearchField, type SearchFieldHandle, type SearchProps } from './SearchField.tsx';

/** The global search in the top bar. `/`, Ctrl+K and scans that no page handles go to it. */
export function SearchPalette(props: SearchProps) {
  const field = useRef<SearchFieldHandle>(null);
  useShortcut(() => field.current?.show());
  useWedgeOfLastResort((code) => field.current?.ask(code));
  return <SearchField {...props} ref={field} label="Search" look="bar" />;
}

/** Listens for `/` outside of fields and for Ctrl+K anywhere. */
function useShortcut(onShortcut: () => void): void {
  const called = useEffectEvent(onShortcut);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches('input, textarea, select'));
      const isShortcut = (event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
      if (!isShortcut) return;
      event.preventDefault();
      called();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
