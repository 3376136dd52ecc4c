import type { ListName } from '@stowage/contract/identity/list-views';
import type { ListLayout } from '@stowage/contract/identity/user-settings';
import type { Column } from '../../ui/table/column.ts';
import type { Resizing } from '../../ui/table/column-widths.ts';
import { useUserSetting } from '../use-user-setting.ts';

interface ListLayoutOptions<Row> {
  readonly list: ListName;
  readonly columns: readonly Column<Row>[];
  /** The columns in the address, which precede a person's own. */
  readonly cols: string | undefined;
  readonly onCols: (cols: string | undefined) => void;
}

const MIN_WIDTH_PX = 60;

/** The columns of a list as one person sees them: which, in what order, and how wide. */
export function useListLayout<Row>({ list, columns, cols, onCols }: ListLayoutOptions<Row>) {
  const setting = useUserSetting('lists');
  const layout: ListLayout = setting.value?.[list] ?? {};
  const save = (change: Partial<Record<keyof ListLayout, ListLayout[keyof ListLayout] | undefined>>) =>
    setting.save((before) => ({ [list]: withoutUndefined({ ...before?.[list], ...change }) }));
  const chosen = cols?.split(',') ?? layout.columns;
  const resizing: Resizing = { minWidthPx: MIN_WIDTH_PX, stored: layout.widths ?? {}, onStore: (widths) => save({ widths }) };
  return {
    isLoaded: setting.isLoaded || setting.isFailed,
    defaultView: layout.defaultView,
    setDefaultView: (defaultView: number | undefined) => save({ defaultView }),
    /** The names of the shown columns; undefined for all. */
    chosen,
    columns: shownColumns(columns, chosen),
    /** @param names undefined for all columns in their usual order */
    choose: (names: readonly string[] | undefined) => (cols === undefined ? save({ columns: names && [...names] }) : onCols(names?.join(','))),
    reset: () => {
      onCols(undefined);
      save({ columns: undefined, widths: undefined });
    },
    resizing,
  };
}

export function columnNameOf<Row>({ name, heading }: Column<Row>): string {
  return name ?? heading;
}

/** The chosen columns in their order. Fixed ones keep their place: before the others or after them. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined): readonly Column<Row>[] {
  if (chosen === undefined) return columns;
  const movable = chosen.flatMap((name) => columns.find((column) => !column.isFixed && columnNameOf(column) === name) ?? []);
  if (movable.length === 0) return columns;
  const first = columns.findIndex(({ isFixed }) => !isFixed);
  return [...columns.filter(({ isFixed }, nth) => isFixed && nth < first), ...movable, ...columns.filter(({ isFixed }, nth) => isFixed && nth > first)];
}

function withoutUndefined(layout: object): ListLayout {
  return Object.fromEntries(Object.entries(layout).filter(([, value]) => value !== undefined));
}
