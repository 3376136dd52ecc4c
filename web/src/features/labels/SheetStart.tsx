import { LABEL_SHEETS } from '@stowage/contract/labels/label-sheets';
import { TextField } from '../../ui/form/Field.tsx';
import type { LabelStation } from './label-station.ts';

/** The first label of a print job. @returns nothing for other papers; undefined for a number that the sheet doesn't have */
export function startOf(start: string, { way, sheet }: LabelStation): { readonly first?: number } | undefined {
  if (way !== 'PDF' || sheet === undefined) return {};
  const first = /^\d{1,3}$/.test(start.trim()) ? Number(start) : 0;
  return first >= 1 && first <= labelsOf(sheet) ? { first } : undefined;
}

/** Where a sheet begins of which some labels are used. Shown for label sheets only. */
export function SheetStart({ station, start, onStart }: { station: LabelStation; start: string; onStart: (start: string) => void }) {
  if (station.way !== 'PDF' || station.sheet === undefined) return null;
  const most = labelsOf(station.sheet);
  return (
    <TextField
      label="First free label on the sheet"
      type="number"
      min={1}
      max={most}
      hint="Counted row by row, from the upper left. Print the file at 100 %, without “fit to page”."
      value={start}
      error={startOf(start, station) === undefined ? `A number from 1 to ${most}` : undefined}
      onText={onStart}
    />
  );
}

function labelsOf(sheet: keyof typeof LABEL_SHEETS): number {
  return LABEL_SHEETS[sheet].columns * LABEL_SHEETS[sheet].rows;
}
