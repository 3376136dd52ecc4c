import { NUMBER_CARDS, PANELS } from '@stowage/contract/dashboard/dashboard-cards';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { useLayout } from './use-layout.ts';

type Layout = ReturnType<typeof useLayout>;
type CardName = Parameters<Layout['move']>[0];

const NAMES: Readonly<Record<CardName, { readonly label: string }>> = { ...NUMBER_CARDS, ...PANELS };

/** Chooses the cards and their order. Each change is saved at once. */
export function ArrangeDialog({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  return (
    <Dialog title="Arrange cards" description="Applies on every device that you sign in on." open onClose={onClose}>
      <div className="grid gap-4">
        <Group title="Numbers" names={layout.numbers} layout={layout} />
        <Group title="Panels" names={layout.panels} layout={layout} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="max-sm:min-h-11" aria-disabled={layout.isDefault} onClick={() => !layout.isDefault && layout.reset()}>
            Reset to default
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Group({ title, names, layout }: { title: string; names: readonly CardName[]; layout: Layout }) {
  // A moved row loses the focus, so it is restored for people who press the key again.
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (names.length > 0) pressed.current?.focus();
    pressed.current = null;
  }, [names]);
  const move = (name: CardName, by: 1 | -1, button: HTMLButtonElement) => {
    pressed.current = button;
    layout.move(name, by);
  };
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ol className="grid">
        {names.map((name, index) => {
          const { label } = NAMES[name];
          return (
            <li key={name} className="flex min-h-11 items-center gap-1 border-t border-line">
              <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2">
                <input type="checkbox" checked={!layout.isHidden(name)} onChange={({ target }) => layout.hide(name, !target.checked)} />
                {label}
              </label>
              <MoveButton label={`Move ${label} up`} isDisabled={index === 0} onMove={(button) => move(name, -1, button)}>
                <ArrowUp size={16} aria-hidden />
              </MoveButton>
              <MoveButton label={`Move ${label} down`} isDisabled={index === names.length - 1} onMove={(button) => move(name, 1, button)}>
                <ArrowDown size={16} aria-hidden />
              </MoveButton>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface MoveButtonProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onMove: (button: HTMLButtonElement) => void;
  readonly children: ReactNode;
}

/** Disabled with `aria-disabled` at the end of the list, so that it keeps the focus. */
function MoveButton({ label, isDisabled, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isDisabled}
      onClick={({ currentTarget }) => !isDisabled && onMove(currentTarget)}
      className="grid size-9 place-items-center rounded-md hover:bg-sunken aria-disabled:opacity-40 max-sm:size-11"
    >
      {children}
    </button>
  );
}
