import {
  createLocation,
  editLocation,
  LOCATION_CODE_MAX_LENGTH,
  LOCATION_NAME_MAX_LENGTH,
  type LocationRow,
  listLocationMaster,
  MAX_CAPACITY,
  refuseLocationCode,
  ZONE_MAX_LENGTH,
} from '@stowage/contract/inventory/locations';
import { useState } from 'react';
import { failureMessage } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import type { Fields } from '../../../shared/meanwhile/rebase.ts';
import { type Filled, useRebase } from '../../../shared/meanwhile/use-rebase.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface LocationDialogProps {
  /** undefined for a new location. */
  readonly location: LocationRow | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

const NAMES = { code: 'Code', zone: 'Zone', name: 'Name', capacity: 'Capacity', sellable: 'Sellable' };
type LocationTexts = Fields<keyof typeof NAMES>;

interface FilledLocation extends Filled<keyof typeof NAMES> {
  /** undefined for a new location. */
  readonly row: LocationRow | undefined;
}

const [YES, NO] = ['yes', 'no'] as const;

function filledOf(row: LocationRow | undefined): FilledLocation {
  const values = {
    code: row?.code ?? '',
    zone: row?.zone ?? '',
    name: row?.name ?? '',
    capacity: row?.capacity?.toString() ?? '',
    sellable: (row?.sellable ?? true) ? YES : NO,
  };
  return { version: JSON.stringify(values), values, row };
}

/** Adds or edits a location. */
export function LocationDialog({ onClose, returnFocusTo, location }: LocationDialogProps) {
  const create = useCommand(createLocation, [listLocationMaster]);
  const edit = useCommand(editLocation, [listLocationMaster]);
  const failure = create.error ?? edit.error;
  const isBusy = create.isPending || edit.isPending;

  const send = ({ row }: FilledLocation, texts: LocationTexts) => {
    const body = bodyOf(texts);
    const done = { onSuccess: ({ message }: { message: string }) => finish(message) };
    if (row === undefined) return create.mutate({ body }, done);
    edit.mutate({ body: { id: row.id, ...body, seen: seenOf(row) } }, done);
  };
  const form = useRebase(filledOf(location), { error: edit.error, isPending: isBusy, reset: edit.reset, send, names: NAMES });
  const { values, setValues, meanwhile } = form;
  const [isChecked, setChecked] = useState(false);
  const problems = problemsOf(values);
  const save = () => {
    setChecked(true);
    if (Object.values(problems).every((problem) => problem === undefined)) form.submit();
  };
  const field = (name: Exclude<keyof LocationTexts, 'sellable'>) => ({
    label: NAMES[name],
    autoComplete: 'off',
    value: values[name],
    error: isChecked ? problems[name] : undefined,
    onText: (text: string) => setValues({ ...values, [name]: text }),
  });
  const finish = (message: string) => {
    toast('good', message);
    onClose();
  };

  return (
    <FormDialog
      title={location === undefined ? 'Add Location' : `Edit ${location.code}`}
      submitLabel="Save"
      isBusy={isBusy}
      problem={
        failure === null || meanwhile !== undefined ? undefined : (failureMessage(failure) ?? 'Not saved: the server does not answer. Please try again.')
      }
      onSubmit={save}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {meanwhile}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField className="font-mono" maxLength={LOCATION_CODE_MAX_LENGTH} autoFocus {...field('code')} />
        <TextField maxLength={ZONE_MAX_LENGTH} {...field('zone')} />
        <TextField maxLength={LOCATION_NAME_MAX_LENGTH} {...field('name')} />
        <TextField inputMode="numeric" hint="Number of units; empty for no limit" {...field('capacity')} />
      </div>
      <label className="flex min-h-7 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4.5"
          checked={values.sellable === YES}
          onChange={({ target }) => setValues({ ...values, sellable: target.checked ? YES : NO })}
        />
        <span>
          Sellable <span className="text-muted">– otherwise its units are in quarantine</span>
        </span>
      </label>
    </FormDialog>
  );
}

function seenOf({ code, name, zone, capacity, sellable }: LocationRow) {
  return { code, name, zone, capacity, sellable };
}

function problemsOf({ code, capacity }: LocationTexts): Partial<Record<keyof LocationTexts, string | undefined>> {
  const units = Number(capacity);
  const isCapacity = capacity.trim() === '' || (Number.isInteger(units) && units >= 1 && units <= MAX_CAPACITY);
  return {
    code: code.trim() === '' ? 'Enter a code' : refuseLocationCode(code.trim()),
    capacity: isCapacity ? undefined : 'A whole number of units, 1 or more',
  };
}

function bodyOf({ code, name, zone, capacity, sellable }: LocationTexts) {
  return { code: code.trim(), name, zone, capacity: capacity.trim() === '' ? null : Number(capacity), sellable: sellable === YES };
}
