import type { LocalInventoryItem } from '@stowage/contract/inventory';
import { NOTES_MAX_LENGTH, noteUnit } from '@stowage/contract/inventory-adjustment';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { itemName } from '../item-name.ts';
import { updateFailure } from './update-failure.ts';

/** The unit's notes, saved when the field is left or Enter is pressed. */
export function NotesCell({ item }: { item: LocalInventoryItem }) {
  const [text, setText] = useState(item.notes ?? '');
  const [saved, setSaved] = useState(item.notes ?? '');
  const note = useCommand(noteUnit);
  const save = () => {
    const notes = text.trim();
    if (notes === saved) return;
    setSaved(notes);
    note.mutate({ body: { id: item.id, notes } }, { onError: () => setSaved(saved) });
  };
  return (
    <span className="grid gap-1">
      <input
        aria-label={`Notes of ${itemName(item)}, unit ${item.id}`}
        maxLength={NOTES_MAX_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
          else if (event.key === 'Escape') setText(saved);
        }}
        className="min-h-9 w-full min-w-28 rounded-md border border-edge bg-surface px-2 text-ink max-lg:min-h-11"
      />
      {note.isError && (
        <span role="alert" className="font-medium text-bad">
          {updateFailure(note.error)}
        </span>
      )}
    </span>
  );
}
