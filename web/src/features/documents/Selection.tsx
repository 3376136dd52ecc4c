import { type DocumentRow, deleteDocuments, documentPage, documentsZip, getDocument, restoreDocuments } from '@stowage/contract/documents/documents';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { useCommand } from '../../api/query.ts';
import { SaveFileButton } from '../../shared/files/SaveFileButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { PurgeButton } from './PurgeButton.tsx';

interface SelectionProps {
  readonly rows: readonly DocumentRow[];
  readonly selected: ReadonlySet<number>;
  readonly onSelected: (selected: ReadonlySet<number>) => void;
  readonly isDeleted: boolean;
  readonly mayDelete: boolean;
  readonly mayPurge: boolean;
}

/** The selected documents of a page, and the actions on them. */
export function Selection({ rows, selected, onSelected, isDeleted, mayDelete, mayPurge }: SelectionProps) {
  const chosen = rows.filter(({ id }) => selected.has(id));
  const [first] = chosen;
  const none = () => onSelected(new Set());
  const isAll = chosen.length === rows.length;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <label className="inline-flex min-h-8 items-center gap-2 font-medium max-sm:min-h-11">
        <input
          type="checkbox"
          className="size-4.5"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={() => (isAll ? none() : onSelected(new Set(rows.map(({ id }) => id))))}
        />
        Select all of this page
      </label>
      {first !== undefined && (
        <div role="toolbar" aria-label="Selected documents" className="flex flex-wrap items-center gap-2">
          <span className="mr-1">{chosen.length} selected</span>
          <SaveFileButton
            size="small"
            label="Save as ZIP"
            save={() => download(documentsZip, { query: { ids: chosen.map(({ id }) => id).join(',') } }, 'documents.zip')}
            problem={(error) => `The ZIP could not be made: ${error instanceof Error ? error.message : error}`}
          />
          {mayDelete && (isDeleted ? <RestoreButton chosen={chosen} onDone={none} /> : <DeleteButton chosen={chosen} onDone={none} />)}
          {mayPurge && isDeleted && chosen.length === 1 && !first.is_elsewhere && <PurgeButton size="small" document={first} onDone={none} />}
        </div>
      )}
    </div>
  );
}

interface SeveralProps {
  readonly chosen: readonly DocumentRow[];
  readonly onDone: () => void;
}

function DeleteButton({ chosen, onDone }: SeveralProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand(deleteDocuments, [documentPage, getDocument]);
  const close = () => setAsking(false);
  const told = tellOf('Deleted', chosen, () => {
    close();
    onDone();
  });
  return (
    <>
      <Button size="small" className="text-bad!" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Delete documents"
        question={`Delete ${chosen.length === 1 ? chosen[0]?.name : `${chosen.length} documents`}? They can be restored for 30 days.`}
        confirmLabel="Delete"
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ body: { ids: chosen.map(({ id }) => id) } }, told)}
        onClose={close}
      />
    </>
  );
}

/** Restores deleted documents. */
export function RestoreButton({ chosen, size = 'small', onDone }: SeveralProps & { readonly size?: 'small' | 'normal' }) {
  const restore = useCommand(restoreDocuments, [documentPage, getDocument]);
  return (
    <Button
      size={size}
      disabled={restore.isPending}
      onClick={() => restore.mutate({ body: { ids: chosen.map(({ id }) => id) } }, tellOf('Restored', chosen, onDone))}
    >
      Restore
    </Button>
  );
}

function tellOf(word: string, { length }: readonly DocumentRow[], onDone: () => void) {
  return {
    onSuccess: ({ changed }: { changed: number }) => {
      toast(
        changed === length ? 'good' : 'bad',
        changed === length ? `${word}: ${changed}` : `${word}: ${changed} of ${length}. The others belong to a record, and are changed there.`,
      );
      onDone();
    },
    onError: (error: Error) => toast('bad', error.message),
  };
}
