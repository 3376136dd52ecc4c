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
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface LocationDialogProps {
  /** undefined for a new location. */
  readonly location: LocationRow | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Adds or edits a location. */
export function LocationDialog({ onClose, returnFocusTo, ...props }: LocationDialogProps) {
  // The person changes the location as it was when the dialog opened.
  const [location] = useState(props.location);
  const form = useLocationForm(location);
  const create = useCommand(createLocation, [listLocationMaster]);
  const edit = useCommand(editLocation, [listLocationMaster]);
  const failure = create.error ?? edit.error;

  const save = () => {
    const body = form.check();
    if (body === undefined) return;
    const done = { onSuccess: ({ message }: { message: string }) => finish(message) };
    if (location === undefined) create.mutate({ body }, done);
    else edit.mutate({ body: { id: location.id, ...body, seen: seenOf(location) } }, done);
  };
  const finish = (message: string) => {
    toast('good', message);
    onClose();
  };

  return (
    <FormDialog
      title={location === undefined ? 'Add Location' : `Edit ${location.code}`}
      submitLabel="Save"
      isBusy={create.isPending || edit.isPending}
      problem={failure === null ? undefined : (failureMessage(failure) ?? 'Not saved: the server does not answer. Please try again.')}
      onSubmit={save}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Code" className="font-mono" maxLength={LOCATION_CODE_MAX_LENGTH} autoFocus {...form.field('code')} />
        <TextField label="Zone" maxLength={ZONE_MAX_LENGTH} {...form.field('zone')} />
        <TextField label="Name" maxLength={LOCATION_NAME_MAX_LENGTH} {...form.field('name')} />
        <TextField label="Capacity" inputMode="numeric" hint="Number of units; empty for no limit" {...form.field('capacity')} />
      </div>
      <label className="flex min-h-7 items-center gap-2.5">
        <input type="checkbox" className="size-4.5" checked={form.sellable} onChange={({ target }) => form.setSellable(target.checked)} />
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

type FieldName = 'code' | 'name' | 'zone' | 'capacity';

function useLocationForm(location: LocationRow | undefined) {
  const [texts, setTexts] = useState({
    code: location?.code ?? '',
    name: location?.name ?? '',
    zone: location?.zone ?? '',
    capacity: location?.capacity?.toString() ?? '',
  });
  const [sellable, setSellable] = useState(location?.sellable ?? true);
  const [isChecked, setChecked] = useState(false);
  const code = texts.code.trim();
  const capacity = texts.capacity.trim() === '' ? null : Number(texts.capacity);
  const problems: Partial<Record<FieldName, string | undefined>> = {
    code: code === '' ? 'Enter a code' : refuseLocationCode(code),
    capacity: capacity === null || (Number.isInteger(capacity) && capacity >= 1 && capacity <= MAX_CAPACITY) ? undefined : 'A whole number of units, 1 or more',
  };
  return {
    sellable,
    setSellable,
    field: (name: FieldName) => ({
      autoComplete: 'off',
      value: texts[name],
      error: isChecked ? problems[name] : undefined,
      onText: (text: string) => setTexts((others) => ({ ...others, [name]: text })),
    }),
    /** @returns the body to send, or undefined if a field is invalid */
    check: () => {
      setChecked(true);
      if (Object.values(problems).some((problem) => problem !== undefined)) return undefined;
      return { code, name: texts.name, zone: texts.zone, capacity, sellable };
    },
  };
}
