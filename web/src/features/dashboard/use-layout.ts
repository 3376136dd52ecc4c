import { maySeeCard, NUMBER_CARDS, type NumberCardName, PANELS, type PanelName } from '@stowage/contract/dashboard/dashboard-cards';
import { isPermitted } from '@stowage/contract/permissions';
import { useUserSetting } from '../../shared/use-user-setting.ts';

type CardName = NumberCardName | PanelName;

/**
 * The permitted cards of the dashboard in the person's order. With `isFailed` the saved order is unknown: the cards have their
 * default order and can't be arranged.
 * @param name each of the two dashboards has its own order
 */
export function useLayout(roles: readonly string[], name: 'dashboard' | 'adminDashboard') {
  const { value, isLoaded, isFailed, save } = useUserSetting(name);
  const order = value?.order ?? [];
  const hidden = value?.hidden ?? [];
  const numbers = inOrder(Object.keys(NUMBER_CARDS) as NumberCardName[], order).filter((name) => maySeeCard(roles, name));
  const panels = inOrder(Object.keys(PANELS) as PanelName[], order).filter((name) => isPermitted(roles, PANELS[name].permission));
  return {
    ...{ isLoaded, isFailed, numbers, panels },
    isHidden: (name: CardName) => hidden.includes(name),
    isDefault: order.length === 0 && hidden.length === 0,
    reset: () => save(() => ({ order: [], hidden: [] })),
    /** Moves a card by one place within its group. */
    move(name: CardName, by: 1 | -1) {
      const group: CardName[] = [...((numbers as readonly CardName[]).includes(name) ? numbers : panels)];
      const index = group.indexOf(name);
      group.splice(index, 1);
      group.splice(index + by, 0, name);
      const others = group.includes(numbers[0] as CardName) ? panels : numbers;
      save(() => ({ order: [...group, ...others] }));
    },
    hide: (name: CardName, isHidden: boolean) =>
      save((before) => {
        const others = (before?.hidden ?? []).filter((other) => other !== name);
        return { hidden: isHidden ? [...others, name] : others };
      }),
  };
}

/** Sorts the listed names first, in their order; the others follow unchanged. */
function inOrder<Name extends string>(names: readonly Name[], order: readonly string[]): Name[] {
  const rank = (name: Name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return names.toSorted((a, b) => rank(a) - rank(b));
}
