import {
  changeListView,
  createListView,
  type ListName,
  type ListView,
  listViews,
  VIEW_NAME_MAX_LENGTH,
  type ViewAddress,
} from '@stowage/contract/identity/list-views';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface NewViewDialogProps {
  readonly list: ListName;
  readonly address: ViewAddress;
  /** null for each person's own columns. */
  readonly columns: readonly string[] | null;
  readonly onSaved: (view: ListView) => void;
  readonly onClose: () => void;
}

/** Saves what the list shows as a new view. */
export function NewViewDialog({ list, address, columns, onSaved, onClose }: NewViewDialogProps) {
  const create = useCommand(createListView, [listViews]);
  const save = (content: Named) =>
    create.mutate(
      { body: { list, address, columns: columns && [...columns], ...content } },
      {
        onSuccess: ({ view }) => {
          onSaved(view);
          onClose();
        },
      },
    );
  return <NameForm title="Save as a new view" submitLabel="Save view" command={create} onSave={save} onClose={onClose} />;
}

/** Renames a view, and shares it or not. */
export function ViewDialog({ view, onClose }: { view: ListView; onClose: () => void }) {
  const change = useCommand(changeListView, [listViews]);
  // The person changes the view as it was when the dialog opened.
  const [{ id, version, ...initial }] = useState(view);
  const save = (content: Named) => change.mutate({ params: { id }, body: { version, ...content } }, { onSuccess: onClose });
  return <NameForm title="Rename or share view" submitLabel="Save" initial={initial} command={change} onSave={save} onClose={onClose} />;
}

interface Named {
  readonly name: string;
  readonly is_shared: boolean;
}

interface NameFormProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly initial?: Named;
  readonly command: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSave: (content: Named) => void;
  readonly onClose: () => void;
}

function NameForm({ title, submitLabel, initial, command, onSave, onClose }: NameFormProps) {
  const [name, setName] = useState(initial?.name ?? '');
  const [isShared, setShared] = useState(initial?.is_shared ?? false);
  return (
    <FormDialog
      {...{ title, submitLabel, command, onClose }}
      description="A view has the filters, the order and the columns of the list."
      isReady={name.trim() !== ''}
      onSubmit={() => onSave({ name: name.trim(), is_shared: isShared })}
    >
      <TextField label="Name" maxLength={VIEW_NAME_MAX_LENGTH} autoComplete="off" value={name} onText={setName} />
      <label className="flex min-h-9 items-center gap-2 max-sm:min-h-11">
        <input type="checkbox" className="size-4.5" checked={isShared} onChange={({ target }) => setShared(target.checked)} />
        Everybody sees it
      </label>
    </FormDialog>
  );
}
