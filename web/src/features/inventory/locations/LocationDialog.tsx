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
  /** Absent for a new one. */
  readonly location: LocationRow | undefined;
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Adds a location, or renames and describes one. */
export function LocationDialog({ location, onClose, returnFocusTo }: LocationDialogProps) {
  const form = useLocationForm(location);
  const create = useCommand(createLocation, [listLocationMaster]);
  const edit = useCommand(editLocation, [listLocationMaster]);
  const failure = create.error ?? edit.error;

  const save = () => {
    const body = form.check();
    if (body === undefined) return;
    const done = { onSuccess: ({ message }: { message: string }) => finish(message) };
    if (location === undefined) create.mutate({ body }, done);
    else edit.mutate({ body: { id: location.id, ...body } }, done);
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
        <TextField label="Capacity" inputMode="numeric" hint="Units it is meant for; empty when nobody has said" {...form.field('capacity')} />
      </div>
      <label className="flex items-center gap-2.5">
        <input type="checkbox" className="size-4.5" checked={form.sellable} onChange={({ target }) => form.setSellable(target.checked)} />
        <span>
          Sellable <span className="text-muted">– otherwise what lies there is in quarantine</span>
        </span>
      </label>
    </FormDialog>
  );
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
  const [isAsking, setAsking] = useState(false);
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
      error: isAsking ? problems[name] : undefined,
      onChange: ({ target }: { target: { value: string } }) => setTexts((others) => ({ ...others, [name]: target.value })),
    }),
    /** @returns what to send, or undefined while a field says what is wrong with it */
    check: () => {
      setAsking(true);
      if (Object.values(problems).some((problem) => problem !== undefined)) return undefined;
      return { code, name: texts.name, zone: texts.zone, capacity, sellable };
    },
  };
}
