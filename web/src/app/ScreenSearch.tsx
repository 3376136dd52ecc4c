import { Combobox } from '@base-ui/react/combobox';
import type { Screen } from '@stowage/contract/screens';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSession } from '../api/session.ts';
import { PASSES_SCANS } from '../ui/use-wedge.ts';
import { mayOpen, SCREENS } from './screens.ts';

/** The top bar's search: finds the screens that one may open. `/` or Ctrl+K goes to it. */
export function ScreenSearch() {
  const session = useSession();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const screens = SCREENS.filter((screen) => mayOpen(session, screen));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      const isShortcut = (event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
      if (!isShortcut) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <Combobox.Root
      items={screens}
      itemToStringLabel={(screen: Screen) => screen.label}
      autoHighlight
      value={null}
      onValueChange={(screen: Screen | null) => {
        if (screen === null) return;
        input.current?.blur();
        void navigate({ to: screen.path });
      }}
    >
      <div className="relative w-full max-w-md">
        <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
        <Combobox.Input
          ref={input}
          {...PASSES_SCANS}
          aria-label="Search"
          placeholder="Search..."
          className="min-h-9 w-full rounded-md border border-edge bg-canvas pr-3 pl-9 placeholder:text-muted"
        />
      </div>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={6} className="z-50">
          <Combobox.Popup className="max-h-80 w-[var(--anchor-width)] min-w-64 overflow-auto rounded-card border border-line bg-surface p-1 shadow-lg">
            <Combobox.Empty className="px-3 py-2 text-muted empty:hidden">No screen has that name.</Combobox.Empty>
            <Combobox.List>
              {(screen: Screen) => (
                <Combobox.Item
                  key={screen.path}
                  value={screen}
                  className="rounded px-3 py-1.5 data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent"
                >
                  {screen.label}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
