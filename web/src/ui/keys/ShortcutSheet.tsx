import { useState } from 'react';
import { Dialog } from '../dialog/Dialog.tsx';
import { SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

const SYMBOLS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };
const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);
const PLACES = [...new Set(ALL.map(({ where }) => where))];

/** The sheet of keyboard shortcuts, which `?` opens on every page. */
export function ShortcutSheet() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    help: () => {
      setOpen(true);
      return true;
    },
  });
  return (
    <Dialog title="Keyboard shortcuts" description="In a text field and for a scanner, these keys are letters." open={isOpen} onClose={() => setOpen(false)}>
      <div className="grid gap-5">
        {PLACES.map((place) => (
          <section key={place} aria-label={place}>
            <h3 className="mb-1 font-semibold">{place}</h3>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
              {ALL.filter(({ where }) => where === place).map(({ keys, does }) => (
                <div key={does} className="col-span-2 grid min-h-8 grid-cols-subgrid items-center border-t border-line">
                  <dt>{does}</dt>
                  <dd className="flex gap-1.5">
                    {keys.map((key) => (
                      <kbd key={key} className="rounded border border-edge bg-sunken px-1.5 py-0.5 font-mono text-xs">
                        {key
                          .split('+')
                          .map((part) => SYMBOLS[part] ?? part)
                          .join(' + ')}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
