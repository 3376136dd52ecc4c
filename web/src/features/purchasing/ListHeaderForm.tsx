import { updatePackingList } from '@stowage/contract/packing-lists';
import { listPackingLists, type PackingListOption } from '@stowage/contract/receiving';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { toast } from '../../ui/Toast.tsx';

/** What stands on the papers of a shipment. */
export function ListHeaderForm({ list, isFixed }: { list: PackingListOption; isFixed: boolean }) {
  const [values, setValues] = useState({
    label: list.label,
    shipment_id: list.shipment_id,
    carrier: list.carrier ?? '',
    tracking_number: list.tracking_number ?? '',
    expected_date: list.expected_date ?? '',
    boxes: list.boxes?.toString() ?? '',
    notes: list.notes ?? '',
  });
  const [isInTransit, setInTransit] = useState(list.state === 'IN_TRANSIT');
  const save = useCommand(updatePackingList, [listPackingLists]);
  const isStarted = list.state !== 'DRAFT' && list.state !== 'IN_TRANSIT';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...values,
      expected_date: values.expected_date || null,
      boxes: values.boxes === '' ? null : Number(values.boxes),
      is_in_transit: isInTransit,
    };
    save.mutate(
      { params: { id: list.value }, body },
      { onSuccess: () => toast('good', 'Packing list saved'), onError: (error) => toast('bad', `Not saved: ${error.message}`) },
    );
  };
  const field = (name: keyof typeof values, label: string, more: { type?: string; maxLength?: number; required?: boolean; min?: number } = {}) => (
    <TextField
      label={label}
      disabled={isFixed}
      autoComplete="off"
      value={values[name]}
      onChange={({ target }) => setValues({ ...values, [name]: target.value })}
      {...more}
    />
  );
  return (
    <form onSubmit={submit} className="grid gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-4">
      {field('label', 'Label', { maxLength: 100, required: true })}
      {field('shipment_id', 'Shipment id', { maxLength: 100, required: true })}
      {field('carrier', 'Carrier', { maxLength: 100 })}
      {field('tracking_number', 'Tracking', { maxLength: 100 })}
      {field('expected_date', 'Expected date', { type: 'date' })}
      {field('boxes', 'Boxes', { type: 'number', min: 1 })}
      <div className="sm:col-span-2">{field('notes', 'Notes', { maxLength: 2000 })}</div>
      {!isFixed && (
        <div className="flex flex-wrap items-center justify-end gap-4 sm:col-span-full">
          {!isStarted && (
            <label className="flex items-center gap-2">
              <input type="checkbox" className="size-5" checked={isInTransit} onChange={({ target }) => setInTransit(target.checked)} /> It is on its way
            </label>
          )}
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save header'}
          </Button>
        </div>
      )}
    </form>
  );
}
