import { updatePackingList } from '@stowage/contract/purchasing/packing-list-edits';
import { listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { useState } from 'react';
import { isChangedMeanwhile } from '../../../api/problem.ts';
import { useCommand, useInvalidate } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import type { KeyedDraft } from '../use-drafts-by-key.ts';

interface Draft {
  readonly text: string;
  /** The saved value when the person started to type. */
  readonly seen: string;
}

type Drafts = Partial<Record<HeaderField, Draft>>;

/** The edited fields of a header. */
export interface HeaderDraft {
  readonly fields: Drafts;
  readonly isInTransit?: boolean | undefined;
}

interface ListHeaderFormProps extends KeyedDraft<HeaderDraft> {
  readonly list: PackingListOption;
  readonly isFixed: boolean;
}

const NOTHING: HeaderDraft = { fields: {} };

/** The header of a packing list. Edited fields are drafts; all other fields show the saved values. */
export function ListHeaderForm({ list, isFixed, draft: edited = NOTHING, onDraft }: ListHeaderFormProps) {
  const saved = textsOf(list);
  const { fields: drafts, isInTransit: draftInTransit } = edited;
  const setDrafts = (change: (now: Drafts) => Drafts) => onDraft((now = NOTHING) => ({ ...now, fields: change(now.fields) }));
  const setInTransit = (isInTransit: boolean | undefined) => onDraft((now = NOTHING) => ({ ...now, isInTransit }));
  /** Whether the form shows the values that caused a refusal, so that saving again overwrites them. */
  const [showsConflicts, setShowsConflicts] = useState(false);
  const save = useCommand(updatePackingList, [listPackingLists]);
  const invalidate = useInvalidate();
  const isStarted = list.state !== 'DRAFT' && list.state !== 'IN_TRANSIT';
  // A draft that was saved while another tab was open is no change.
  const changed = entriesOf(drafts).filter(([name, { text }]) => text !== saved[name]);
  const change = (name: HeaderField, text: string) => {
    setDrafts(({ [name]: draft, ...others }) => (text === saved[name] ? others : { ...others, [name]: { text, seen: draft?.seen ?? saved[name] } }));
  };
  const submit = () => {
    const body = {
      ...headerOf(changed.map(([name, { text }]) => [name, text])),
      ...(draftInTransit !== undefined && !isStarted && { is_in_transit: draftInTransit }),
      seen: headerOf(changed.map(([name, { seen }]) => [name, showsConflicts ? saved[name] : seen])),
    };
    save.mutate(
      { params: { id: list.value }, body },
      {
        onSuccess: async () => {
          toast('good', 'Packing list saved');
          // The fields keep the drafts until the list is reloaded.
          await invalidate(listPackingLists);
          setInTransit(undefined);
          setShowsConflicts(false);
          setDrafts((now) => {
            const typed = entriesOf(now).filter(([name, { text }]) => drafts[name]?.text !== text);
            // What is saved by now is this form's own text.
            return Object.fromEntries(typed.map(([name, { text, seen }]) => [name, { text, seen: drafts[name]?.text.trim() ?? seen }]));
          });
        },
        onError: async (error) => {
          toast('bad', `Not saved: ${error.message}`);
          if (!isChangedMeanwhile(error)) return;
          await invalidate(listPackingLists);
          setShowsConflicts(true);
        },
      },
    );
  };
  const field = (name: HeaderField, label: string, more: { type?: string; maxLength?: number; required?: boolean; min?: number } = {}) => {
    const draft = isFixed ? undefined : drafts[name];
    const isConflict = draft !== undefined && draft.seen !== saved[name] && draft.text !== saved[name];
    const isCode = name === 'shipment_id' || name === 'tracking_number';
    const Field = isCode ? CodeField : TextField;
    return (
      <Field
        label={label}
        disabled={isFixed}
        autoComplete="off"
        value={draft?.text ?? saved[name]}
        error={isConflict ? `Somebody else ${saved[name] === '' ? 'cleared this field' : `saved “${saved[name]}”`}` : undefined}
        onText={(text) => change(name, text)}
        {...more}
      />
    );
  };
  return (
    <Form onSubmit={submit} className="grid gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-4">
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
            <label className="flex min-h-7 items-center gap-2">
              <input
                type="checkbox"
                className="size-5"
                checked={draftInTransit ?? list.state === 'IN_TRANSIT'}
                onChange={({ target }) => setInTransit(target.checked)}
              />{' '}
              In transit
            </label>
          )}
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save header'}
          </Button>
        </div>
      )}
    </Form>
  );
}

function textsOf(list: PackingListOption) {
  return {
    label: list.label,
    shipment_id: list.shipment_id,
    carrier: list.carrier ?? '',
    tracking_number: list.tracking_number ?? '',
    expected_date: list.expected_date ?? '',
    boxes: list.boxes?.toString() ?? '',
    notes: list.notes ?? '',
  };
}

type HeaderField = keyof ReturnType<typeof textsOf>;

function entriesOf(drafts: Partial<Record<HeaderField, Draft>>): [HeaderField, Draft][] {
  return Object.entries(drafts) as [HeaderField, Draft][];
}

/** The fields in the types of the call. */
function headerOf(texts: readonly (readonly [HeaderField, string])[]) {
  return Object.fromEntries(
    texts.map(([name, text]) => [name, name === 'boxes' ? (text === '' ? null : Number(text)) : name === 'expected_date' ? text || null : text]),
  );
}
