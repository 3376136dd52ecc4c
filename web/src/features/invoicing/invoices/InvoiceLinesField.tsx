import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { Button } from '../../../ui/Button.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { amountOf, type DraftLine } from './invoice-draft.ts';

interface InvoiceLinesFieldProps {
  readonly lines: readonly DraftLine[];
  readonly onLines: (lines: readonly DraftLine[]) => void;
  /** undefined for a correcting invoice, whose quantities don't follow from the received units. */
  readonly onBillReceived: (() => void) | undefined;
}

/** The billed quantities and unit costs. */
export function InvoiceLinesField({ lines, onLines, onBillReceived }: InvoiceLinesFieldProps) {
  const set = (key: string, part: Partial<DraftLine>) => onLines(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const nameOf = (line: DraftLine) => {
    const nth = lines.filter(({ lineId }) => lineId === line.lineId).indexOf(line);
    return nth === 0 ? line.supplierSku : `${line.supplierSku}, row ${nth + 1}`;
  };
  return (
    <div className="grid gap-2">
      {onBillReceived !== undefined && (
        <div className="flex justify-end">
          <Button size="small" onClick={onBillReceived}>
            Fill in received units
          </Button>
        </div>
      )}
      <ScrollBox label="Billed lines" className="max-h-[45dvh] rounded-card border border-line">
        <DataTable label="Billed lines" columns={columns(set, nameOf)} rows={lines} keyOf={({ key }) => key} />
      </ScrollBox>
    </div>
  );
}

interface CellProps {
  readonly name: 'Qty' | 'Unit cost';
  /** The line's name. */
  readonly of: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** An input in the table. */
function Cell({ name, of, value, onValue }: CellProps) {
  const isQuantity = name === 'Qty';
  return (
    <input
      aria-label={isQuantity ? `Qty billed of ${of}` : `Unit cost of ${of}`}
      placeholder={name}
      inputMode={isQuantity ? 'numeric' : 'decimal'}
      maxLength={isQuantity ? 8 : 16}
      autoComplete="off"
      className={`${isQuantity ? 'w-20' : 'w-26'} min-h-9 rounded-md border border-edge bg-surface px-2 text-right max-lg:min-h-11`}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  );
}

function columns(set: (key: string, part: Partial<DraftLine>) => void, nameOf: (line: DraftLine) => string): readonly Column<DraftLine>[] {
  return [
    { heading: 'Supplier SKU', isTitle: true, cell: ({ supplierSku, productName }) => <span title={productName}>{supplierSku}</span> },
    { heading: 'PO', cell: ({ poNumber }) => <span className="whitespace-nowrap">{poNumber}</span> },
    { heading: 'Ordered', align: 'right', cell: ({ ordered, poCost }) => `${numberText(ordered)} at ${moneyText(poCost)}` },
    { heading: 'Usable', align: 'right', cell: ({ usable }) => numberText(usable) },
    {
      heading: 'Billed before',
      align: 'right',
      cell: ({ billed, billedCost }) => (billedCost === undefined ? numberText(billed) : `${numberText(billed)} at ${moneyText(billedCost)}`),
    },
    {
      heading: 'Qty',
      align: 'right',
      cell: (line) => <Cell name="Qty" of={nameOf(line)} value={line.quantity} onValue={(typed) => set(line.key, { quantity: typed })} />,
    },
    {
      heading: 'Unit cost',
      align: 'right',
      cell: (line) => <Cell name="Unit cost" of={nameOf(line)} value={line.unitCost} onValue={(typed) => set(line.key, { unitCost: typed })} />,
    },
    { heading: 'Amount', align: 'right', cell: (line) => (amountOf(line) === undefined ? '–' : moneyText(amountOf(line))) },
  ];
}
