import { NUMBER_CARDS, type NumberCardName, PANELS, type PanelName } from '@stowage/contract/dashboard/dashboard-cards';
import { isPermitted, type Role } from '@stowage/contract/permissions';
import { useUserSetting } from '../../shared/use-user-setting.ts';

type CardName = NumberCardName | PanelName;

/** The cards of the dashboard as its person ordered them, those left out that somebody may not see. */
interface Layout {
  readonly isLoaded: boolean;
  /** Nobody knows how they were ordered: they are shown as usual, and cannot be arranged. */
  readonly isFailed: boolean;
  readonly numbers: readonly NumberCardName[];
  readonly panels: readonly PanelName[];
  readonly isHidden: (name: CardName) => boolean;
  /** Puts a card one place further in its group. */
  readonly move: (name: CardName, by: 1 | -1) => void;
  readonly hide: (name: CardName, isHidden: boolean) => void;
  readonly isDefault: boolean;
  /** As it was before anything was moved or hidden. */
  readonly reset: () => void;
}

/** @param name under which the order is kept: each of the two dashboards has its own */
export function useLayout(roles: readonly Role[], name: 'dashboard' | 'adminDashboard'): Layout {
  const { value, isLoaded, isFailed, save } = useUserSetting(name);
  const order = value?.order ?? [];
  const hidden = value?.hidden ?? [];
  const numbers = inOrder(Object.keys(NUMBER_CARDS) as NumberCardName[], order).filter((name) => isPermitted(roles, NUMBER_CARDS[name].permission));
  const panels = inOrder(Object.keys(PANELS) as PanelName[], order).filter((name) => isPermitted(roles, PANELS[name].permission));
  return {
    ...{ isLoaded, isFailed, numbers, panels },
    isHidden: (name) => hidden.includes(name),
    isDefault: order.length === 0 && hidden.length === 0,
    reset: () => save(() => ({ order: [], hidden: [] })),
    move(name, by) {
      const group: CardName[] = [...((numbers as readonly CardName[]).includes(name) ? numbers : panels)];
      const at = group.indexOf(name);
      group.splice(at, 1);
      group.splice(at + by, 0, name);
      const others = group.includes(numbers[0] as CardName) ? panels : numbers;
      save(() => ({ order: [...group, ...others] }));
    },
    hide: (name, isHidden) =>
      save((before) => {
        const others = (before?.hidden ?? []).filter((other) => other !== name);
        return { hidden: isHidden ? [...others, name] : others };
      }),
  };
}

/** Those that are named first, in that order; the others behind them as they were. */
function inOrder<Name extends string>(names: readonly Name[], order: readonly string[]): Name[] {
  const place = (name: Name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names.toSorted((a, b) => place(a) - place(b));
}
