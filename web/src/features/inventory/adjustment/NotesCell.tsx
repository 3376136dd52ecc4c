import { NOTES_MAX_LENGTH, noteUnit } from '@stowage/contract/inventory/adjustment';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { useRef, useState } from 'react';
import { isChangedMeanwhile } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { itemName } from '../history/item-name.ts';
import { updateFailure } from './update-failure.ts';

interface NotesCellProps {
  readonly item: LocalInventoryItem;
  /** Reloads the item. */
  readonly onSaved: () => Promise<unknown>;
}

/** The typed text, and the notes when the person started typing. */
interface Draft {
  readonly text: string;
  readonly began: string;
}

/** The unit's notes, saved on blur or Enter. Other people's changes appear, but never replace text that is being typed. */
export function NotesCell({ item, onSaved }: NotesCellProps) {
  const notes = item.notes ?? '';
  const [draft, setDraft] = useState<Draft>();
  const sent = useRef<string>(undefined);
  const note = useCommand(noteUnit);
  const save = () => {
    const wanted = draft?.text.trim();
    if (wanted === undefined || wanted === sent.current) return;
    if (wanted === notes) return setDraft(undefined);
    const seen = sent.current ?? notes;
    sent.current = wanted;
    note.mutate(
      { body: { id: item.id, notes: wanted, seen } },
      {
        onSuccess: async () => {
          await onSaved();
          // Not before the item is reloaded: until then a blur would send the same text again.
          sent.current = undefined;
          // Keeps text that was typed meanwhile.
          setDraft((current) => (current?.text.trim() === wanted ? undefined : current));
        },
        onError: (error) => {
          sent.current = undefined;
          // Shows what another person has written.
          if (isChangedMeanwhile(error)) void onSaved();
        },
      },
    );
  };
  const isChangedByOthers = draft !== undefined && draft.began !== notes && draft.text.trim() !== notes;
  return (
    <span className="grid gap-1">
      <input
        aria-label={`Notes of ${itemName(item)}, unit ${item.id}`}
        maxLength={NOTES_MAX_LENGTH}
        value={draft?.text ?? notes}
        onChange={({ target }) => setDraft((current) => ({ text: target.value, began: current?.began ?? notes }))}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          else if (event.key === 'Escape') setDraft(undefined);
        }}
        className="min-h-9 w-full min-w-28 rounded-md border border-edge bg-surface px-2 text-ink max-lg:min-h-11"
      />
      {isChangedByOthers && (
        <span role="status" className="font-medium text-warn">
          Changed by another person to: {notes === '' ? '(empty)' : notes}
        </span>
      )}
      {note.isError && draft !== undefined && (
        <span role="alert" className="font-medium text-bad">
          {updateFailure(note.error)}
        </span>
      )}
    </span>
  );
}
