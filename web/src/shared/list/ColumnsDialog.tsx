import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import type { Column } from '../../ui/table/column.ts';
import { columnNameOf, shownColumns, type useListLayout } from './use-list-layout.ts';

interface ColumnsDialogProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly layout: Pick<ReturnType<typeof useListLayout<Row>>, 'chosen' | 'choose' | 'reset'>;
  readonly onClose: () => void;
}

/** Shows, hides and moves the columns of a list. */
export function ColumnsDialog<Row>({ columns, layout, onClose }: ColumnsDialogProps<Row>) {
  const movable = columns.filter(({ isFixed }) => !isFixed);
  const [order, setOrder] = useState(() => {
    const shown = shownColumns(movable, layout.chosen);
    return [...shown, ...movable.filter((column) => !shown.includes(column))].map(columnNameOf);
  });
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(shownColumns(movable, layout.chosen).map(columnNameOf)));
  const headingOf = (name: string) => movable.find((column) => columnNameOf(column) === name)?.heading ?? name;
  const move = (from: number, by: number) => {
    const next = [...order];
    const [name] = next.splice(from, 1);
    if (name !== undefined) next.splice(from + by, 0, name);
    setOrder(next);
  };
  const toggle = (name: string, isOn: boolean) => setShown(new Set(isOn ? [...shown, name] : [...shown].filter((one) => one !== name)));
  const save = () => {
    const chosen = order.filter((name) => shown.has(name));
    const isUsual = chosen.length === movable.length && chosen.every((name, nth) => name === columnNameOf(movable[nth] as Column<Row>));
    layout.choose(isUsual ? undefined : chosen);
    onClose();
  };
  return (
    <FormDialog
      title="Columns"
      description="The columns in their order. Drag the edge of a column’s heading to change its width."
      submitLabel="Show these columns"
      isReady={shown.size > 0}
      aside={
        <Button
          look="quiet"
          className="mr-auto"
          onClick={() => {
            layout.reset();
            onClose();
          }}
        >
          Reset columns and widths
        </Button>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <ol className="grid">
        {order.map((name, nth) => (
          <li key={name} className="flex min-h-11 items-center gap-2 border-t border-line">
            <label className="flex min-h-9 min-w-0 flex-1 items-center gap-2.5">
              <input type="checkbox" className="size-4.5 shrink-0" checked={shown.has(name)} onChange={({ target }) => toggle(name, target.checked)} />
              {headingOf(name)}
            </label>
            <Button size="small" look="quiet" aria-label={`Move ${headingOf(name)} up`} disabled={nth === 0} onClick={() => move(nth, -1)}>
              <ChevronUp size={16} aria-hidden />
            </Button>
            <Button size="small" look="quiet" aria-label={`Move ${headingOf(name)} down`} disabled={nth === order.length - 1} onClick={() => move(nth, 1)}>
              <ChevronDown size={16} aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
    </FormDialog>
  );
}
