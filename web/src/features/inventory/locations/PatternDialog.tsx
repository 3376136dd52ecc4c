import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { expandLocationPattern } from '@stowage/contract/inventory/location-pattern';
import {
  generateLocations,
  LOCATION_PATTERN_MAX_LENGTH,
  LOCATION_SEPARATORS,
  type LocationRow,
  type LocationSeparator,
  listLocationMaster,
  ZONE_MAX_LENGTH,
} from '@stowage/contract/inventory/locations';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { locationLabel, type PrintLabels } from '../history/label-of.ts';
import { PatternPreview, planOf } from './PatternPreview.tsx';

interface PatternDialogProps {
  readonly locations: readonly LocationRow[];
  readonly onPrint: PrintLabels;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const SEPARATOR_NAMES: Readonly<Record<LocationSeparator, string>> = { '-': 'Hyphen: A-1', '.': 'Dot: A.1', '/': 'Slash: A/1', '': 'None: A1' };

/** Adds the locations of a pattern, with a preview, and prints their labels. */
export function PatternDialog({ locations, onPrint, onClose, returnFocusTo }: PatternDialogProps) {
  const [pattern, setPattern] = useState('');
  const [separator, setSeparator] = useState<LocationSeparator>('-');
  const [zone, setZone] = useState('');
  const [deactivateOthers, setDeactivateOthers] = useState(false);
  const [isPrinted, setPrinted] = useState(true);
  const [isChecked, setChecked] = useState(false);
  const command = useCommand(generateLocations, [listLocationMaster]);
  const expanded = expandLocationPattern(pattern, separator);
  const plan = 'codes' in expanded ? planOf(expanded.codes, locations) : undefined;
  const finish = (message: string, codes: readonly string[]) => {
    toast('good', message);
    onClose();
    if (!isPrinted) return;
    const known = new Map(locations.map((row) => [row.code.toUpperCase(), row]));
    onPrint(codes.map((code) => locationLabel(known.get(code) ?? { code, name: null, zone: zone.trim() || null })));
  };
  const submit = () => {
    setChecked(true);
    if (plan === undefined) return;
    command.mutate({ body: { pattern, separator, zone, deactivateOthers } }, { onSuccess: ({ message }) => finish(message, plan.codes) });
  };
  const label = plan === undefined ? 'Add locations' : plan.added === 0 ? 'Use these locations' : `Add ${counted(plan.added, 'location')}`;
  const problem = 'problem' in expanded && (isChecked || pattern.trim().length > 2) ? expanded.problem : undefined;
  return (
    <FormDialog title="Make Locations" submitLabel={label} command={command} onSubmit={submit} onClose={onClose} returnFocusTo={returnFocusTo}>
      <TextField
        label="Pattern"
        className="font-mono"
        placeholder="A–G × 1–8"
        hint="Aisles × shelves, or more parts. x or * works too; lists such as A–C, F and numbers such as 01–12."
        maxLength={LOCATION_PATTERN_MAX_LENGTH}
        autoComplete="off"
        autoFocus
        value={pattern}
        error={problem}
        onText={setPattern}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Between the parts"
          value={separator}
          options={LOCATION_SEPARATORS.map((value) => ({ value, label: SEPARATOR_NAMES[value] }))}
          onText={setSeparator}
        />
        <TextField label="Zone of new ones" maxLength={ZONE_MAX_LENGTH} autoComplete="off" value={zone} onText={setZone} />
      </div>
      <PatternPreview plan={plan} />
      {plan !== undefined && plan.others > 0 && (
        <Choice label={`Deactivate the ${numberText(plan.others)} other empty shelves`} isChosen={deactivateOthers} onChoose={setDeactivateOthers} />
      )}
      <Choice label="Print the labels of all these locations next" isChosen={isPrinted} onChoose={setPrinted} />
    </FormDialog>
  );
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  return (
    <label className="flex min-h-7 items-center gap-2.5">
      <input type="checkbox" className="size-4.5" checked={isChosen} onChange={({ target }) => onChoose(target.checked)} /> {label}
    </label>
  );
}
