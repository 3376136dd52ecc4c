import { useEffect, useEffectEvent } from 'react';

/** Listens for `/` outside of fields and for Ctrl+K anywhere. */
export function useSearchShortcut(onShortcut: () => void): void {
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
