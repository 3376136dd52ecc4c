import { type DispositionOption, QUANTITY_DIGITS } from '@stowage/contract/returns';
import { Camera, Printer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { once } from '../../ui/once.ts';
import { PASSES_SCANS } from '../../ui/use-wedge.ts';
import { dispositionName, printsLabel } from './receiving.ts';

interface DispositionTableProps {
  readonly dispositions: readonly DispositionOption[];
  readonly remaining: number;
  readonly isBusy: boolean;
  readonly onPrintLabel: (disposition: DispositionOption, quantity: number) => void;
  readonly onCreateCase: (disposition: DispositionOption, quantity: number) => void;
  /** Why a quantity cannot be taken. */
  readonly onProblem: (problem: string) => void;
}

/** From a tablet on the rows stay rows: with thirteen cards one would scroll for each unit. */
const PHONE = '(width < 40rem)';

/** How many units get which disposition. An empty quantity means one. */
export function DispositionTable({ dispositions, remaining, isBusy, onPrintLabel, onCreateCase, onProblem }: DispositionTableProps) {
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({});
  const isPhone = window.matchMedia(PHONE).matches;
  const lastLabel = dispositions.findLast(printsLabel);
  const hasCases = dispositions.some((disposition) => !printsLabel(disposition));

  const take = (disposition: DispositionOption, act: (disposition: DispositionOption, quantity: number) => void) => {
    if (isBusy) return;
    const quantity = Number(texts[disposition.id] || '1');
    if (quantity < 1) return onProblem('Please enter a quantity');
    if (quantity > remaining) return onProblem(leftText(remaining));
    setTexts(({ [disposition.id]: _taken, ...others }) => others);
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
            onChange={({ target }) => setTexts((previous) => ({ ...previous, [row.id]: target.value.replace(/\D/g, '').slice(0, QUANTITY_DIGITS) }))}
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

function leftText(remaining: number): string {
  if (remaining === 0) return 'Every unit of this line has a disposition. If more came than were shipped, say so first.';
  return `Only ${remaining.toLocaleString()} ${remaining === 1 ? 'unit is' : 'units are'} left. If more came than were shipped, say so first.`;
}
