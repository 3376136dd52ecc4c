import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type DispositionOption, QUANTITY_DIGITS } from '@stowage/contract/returns/dispositions';
import { Camera, Printer } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { isPhone } from '../../../ui/is-phone.ts';
import { once } from '../../../ui/once.ts';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { dispositionName, printsLabel, typedQuantity } from './disposition.ts';

interface DispositionTableProps {
  readonly dispositions: readonly DispositionOption[];
  readonly remaining: number;
  readonly isBusy: boolean;
  /** The typed quantities by disposition. The caller clears a text when its quantity is saved. */
  readonly texts: Readonly<Record<number, string>>;
  readonly onText: (dispositionId: number, text: string) => void;
  readonly onPrintLabel: (disposition: DispositionOption, quantity: number) => void;
  readonly onCreateCase: (disposition: DispositionOption, quantity: number) => void;
  /** Called with the reason if a quantity is invalid. */
  readonly onProblem: (problem: string) => void;
}

/** The dispositions with a quantity and an action each. */
export function DispositionTable({ dispositions, remaining, isBusy, texts, onText, onPrintLabel, onCreateCase, onProblem }: DispositionTableProps) {
  const lastLabel = dispositions.findLast(printsLabel);
  const hasCases = dispositions.some((disposition) => !printsLabel(disposition));

  const take = (disposition: DispositionOption, act: (disposition: DispositionOption, quantity: number) => void) => {
    if (isBusy) return;
    const quantity = typedQuantity(texts[disposition.id]);
    if (quantity < 1) return onProblem('Please enter a quantity');
    if (quantity > remaining) return onProblem(leftText(remaining));
    act(disposition, quantity);
  };
  const columns: readonly Column<DispositionOption>[] = [
    { heading: 'ID', cell: (row) => row.id },
    { heading: 'Disposition', isTitle: true, cell: (row) => dispositionName(row.disposition) },
    {
      heading: 'Dispositioned',
      cell: (row) => (
        <span className="flex items-center gap-2">
          <input
            {...PASSES_SCANS}
            aria-label={`Dispositioned, ${dispositionName(row.disposition)}`}
            inputMode="numeric"
            placeholder="1"
            autoComplete="off"
            className="min-h-9 w-20 rounded-md border border-edge bg-surface px-2 text-right placeholder:text-muted"
            value={texts[row.id] ?? ''}
            onChange={({ target }) => onText(row.id, target.value.replace(/\D/g, '').slice(0, QUANTITY_DIGITS))}
            onKeyDown={(event) => event.key === 'Enter' && !event.repeat && take(row, printsLabel(row) ? onPrintLabel : onCreateCase)}
          />
          {row.dispositioned > 0 && <span className="whitespace-nowrap text-muted">{numberText(row.dispositioned)} so far</span>}
        </span>
      ),
    },
    {
      heading: 'Upload Photos',
      isAction: true,
      cell: (row) =>
        !printsLabel(row) && (
          <Button
            size="small"
            disabled={isBusy}
            aria-label={`Upload Photos, ${dispositionName(row.disposition)}`}
            onClick={once(() => take(row, onCreateCase))}
          >
            <Camera size={14} aria-hidden /> Upload Photos
          </Button>
        ),
    },
    {
      heading: 'Action',
      isAction: true,
      cell: (row) =>
        printsLabel(row) && (
          <Button size="small" disabled={isBusy} aria-label={`Print Label, ${dispositionName(row.disposition)}`} onClick={once(() => take(row, onPrintLabel))}>
            <Printer size={14} aria-hidden /> Print Label
          </Button>
        ),
    },
  ];
  return (
    <DataTable
      label="Selected Data"
      columns={columns}
      rows={dispositions}
      keyOf={(row) => row.id}
      // On a tablet, thirteen cards would need scrolling for each unit.
      isNarrow={!isPhone()}
      below={(row) => row === lastLabel && hasCases && <p className="px-4 py-2 font-semibold">Create Case</p>}
    />
  );
}

function leftText(remaining: number): string {
  if (remaining === 0) return 'All units of this line have a disposition. If more arrived than were shipped, enter them first.';
  return `Only ${counted(remaining, 'unit is', 'units are')} left. If more arrived than were shipped, enter them first.`;
}
