import { useEffect, useEffectEvent } from 'react';
import { isShortcut } from '../../ui/keys/shortcuts.ts';

/** Listens for `/` outside of fields and for Ctrl+K anywhere. */
export function useSearchShortcut(onShortcut: () => void): void {
  const called = useEffectEvent(onShortcut);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches('input, textarea, select'));
      if (!isShortcut(event, 'search') || (event.key === '/' && isTyping)) return;
      event.preventDefault();
      called();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
