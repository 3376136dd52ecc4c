import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface MenuProps {
  /** The name of the button for screen readers. */
  readonly label: string;
  readonly button: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button that opens a menu. */
export function Menu({ label, button, className = '', children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger aria-label={label} className={className}>
        {button}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="start" sideOffset={6} className="z-50">
          <BaseMenu.Popup className="max-h-[70dvh] max-w-[calc(100vw-2rem)] min-w-60 overflow-auto rounded-card border border-line bg-surface p-1 shadow-lg">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

const ITEM = 'flex min-h-9 cursor-pointer items-center gap-2.5 rounded px-3 data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent';

export function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <BaseMenu.Item className={ITEM} onClick={onClick}>
      {children}
    </BaseMenu.Item>
  );
}

interface MenuChoiceProps {
  readonly label: string;
  readonly current: string;
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[];
  readonly onChoose: (value: string) => void;
}

/** Items of which one is chosen. */
export function MenuChoice({ label, current, options, onChoose }: MenuChoiceProps) {
  return (
    <BaseMenu.RadioGroup value={current} onValueChange={(value: string) => onChoose(value)} aria-label={label}>
      {options.map(({ value, label: text }) => (
        <BaseMenu.RadioItem key={value} value={value} closeOnClick className={ITEM}>
          <span className="grid w-4 shrink-0 place-items-center">
            <BaseMenu.RadioItemIndicator>
              <Check size={15} aria-hidden />
            </BaseMenu.RadioItemIndicator>
          </span>
          {text}
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  );
}
