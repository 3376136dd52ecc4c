import { type DispositionOption, QUANTITY_DIGITS } from '@stowage/contract/returns/dispositions';
import { Camera, Printer } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { once } from '../../../ui/once.ts';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { dispositionName, printsLabel, typedQuantity } from './disposition.ts';

interface DispositionTableProps {
  readonly dispositions: readonly DispositionOption[];
  readonly remaining: number;
  readonly isBusy: boolean;
  /** What is typed, by disposition: whoever takes a quantity forgets its text once it counts. */
  readonly texts: Readonly<Record<number, string>>;
  readonly onText: (dispositionId: number, text: string) => void;
  readonly onPrintLabel: (disposition: DispositionOption, quantity: number) => void;
  readonly onCreateCase: (disposition: DispositionOption, quantity: number) => void;
  /** Why a quantity cannot be taken. */
  readonly onProblem: (problem: string) => void;
}

/** From a tablet on the rows stay rows: with thirteen cards one would scroll for each unit. */
const PHONE = '(width < 40rem)';

/** How many units get which disposition. */
export function DispositionTable({ dispositions, remaining, isBusy, texts, onText, onPrintLabel, onCreateCase, onProblem }: DispositionTableProps) {
  const isPhone = window.matchMedia(PHONE).matches;
  const lastLabel = dispositions.findLast(printsLabel);
  const hasCases = dispositions.some((disposition) => !printsLabel(disposition));

  const take = (disposition: DispositionOption, act: (disposition: DispositionOption, quantity: number) => void) => {
    if (isBusy) return;
    const quantity = typedQuantity(texts[disposition.id]);
    if (quantity < 1) return onProblem('Please enter a quantity');
    if (quantity > remaining) return onProblem(shippedOutsideText(remaining));
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
          {row.dispositioned > 0 && <span className="whitespace-nowrap text-muted">{row.dispositioned.toLocaleString()} so far</span>}
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
      isNarrow={!isPhone}
      below={(row) => row === lastLabel && hasCases && <p className="px-4 py-2 font-semibold">Create Case</p>}
    />
  );
}

function shippedOutsideText(remaining: number): string {
  if (remaining === 0) return 'Every unit of this line has a disposition. If more came than were shipped, say so first.';
  return `Only ${remaining.toLocaleString()} ${remaining === 1 ? 'unit is' : 'units are'} left. If more came than were shipped, say so first.`;
}
