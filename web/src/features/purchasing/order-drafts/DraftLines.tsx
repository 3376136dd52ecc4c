import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { Trash2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { amountOf, byKey, type FormLine, quantityHint } from './draft-form.ts';

interface DraftLinesProps {
  readonly lines: readonly FormLine[];
  readonly isFixed: boolean;
  readonly onLines: (lines: readonly FormLine[]) => void;
}

/** The lines of an order, with the quantities and costs to enter. */
export function DraftLines({ lines, isFixed, onLines }: DraftLinesProps) {
  if (lines.length === 0) return <EmptyState title="No lines yet">Scan or search a product to add it.</EmptyState>;
  const keyed = byKey(lines);
  const rows = [...keyed].map(([key, line]) => ({ ...line, key }));
  const set = (key: string, part: Partial<FormLine>) => onLines([...keyed].map(([one, line]) => (one === key ? { ...line, ...part } : line)));
  const remove = (key: string) => onLines([...keyed].filter(([one]) => one !== key).map(([, line]) => line));
  return <DataTable label="Lines" columns={columns({ isFixed, set, remove })} rows={rows} keyOf={({ key }) => key} />;
}

interface Row extends FormLine {
  readonly key: string;
}

interface Editing {
  readonly isFixed: boolean;
  readonly set: (key: string, part: Partial<FormLine>) => void;
  readonly remove: (key: string) => void;
}

interface CellProps {
  readonly label: string;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly kind: 'text' | 'numeric' | 'decimal';
  readonly onValue: (value: string) => void;
}

const WIDTHS = { text: 'w-32', numeric: 'w-20 text-right', decimal: 'w-24 text-right' } as const;

/** An input in the table. */
function Cell({ label, value, isDisabled, kind, onValue }: CellProps) {
  return (
    <input
      aria-label={label}
      inputMode={kind}
      maxLength={kind === 'text' ? 100 : 16}
      autoComplete="off"
      disabled={isDisabled}
      className={`${WIDTHS[kind]} min-h-9 rounded-md border border-edge bg-surface px-2 disabled:bg-sunken disabled:text-muted max-lg:min-h-11`}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

function columns({ isFixed, set, remove }: Editing): readonly Column<Row>[] {
  const edit = (line: Row, name: 'supplier_sku' | 'quantity' | 'cost', heading: string, kind: CellProps['kind']) => (
    <Cell
      label={`${heading} of ${line.product_name}`}
      kind={kind}
      isDisabled={isFixed}
      value={line[name]}
      onValue={(value) => set(line.key, { [name]: name === 'supplier_sku' ? value : value.trim() })}
    />
  );
  return [
    {
      heading: 'Product',
      isTitle: true,
      cell: ({ product_name, gtin }) => (
        <span className="block min-w-40">
          <span className="block">{product_name}</span>
          <span className="block font-mono text-[13px] text-muted">{displayGtin(gtin)}</span>
        </span>
      ),
    },
    { heading: 'Supplier SKU', cell: (line) => edit(line, 'supplier_sku', 'Supplier SKU', 'text') },
    { heading: 'In stock', align: 'right', cell: ({ available }) => numberText(available) },
    { heading: 'On order', align: 'right', cell: ({ on_order }) => numberText(on_order) },
    {
      heading: 'Units',
      align: 'right',
      cell: (line) => (
        <span className="inline-grid justify-items-end gap-0.5">
          {edit(line, 'quantity', 'Units', 'numeric')}
          <span className="text-xs text-muted">{quantityHint(line)}</span>
        </span>
      ),
    },
    { heading: 'Unit cost', align: 'right', cell: (line) => edit(line, 'cost', 'Unit cost', 'decimal') },
    { heading: 'Amount', align: 'right', cell: (line) => (amountOf(line) === undefined ? '–' : moneyText(amountOf(line))) },
    {
      heading: 'Remove',
      isAction: true,
      cell: ({ key, product_name }) => (
        <Button size="small" look="quiet" disabled={isFixed} aria-label={`Remove ${product_name}`} onClick={() => remove(key)}>
          <Trash2 size={16} aria-hidden />
        </Button>
      ),
    },
  ];
}
