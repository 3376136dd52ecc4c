import {
  DOCUMENTS_PER_ZIP,
  type DocumentRow,
  deleteDocuments,
  documentCount,
  documentPage,
  documentsZip,
  getDocument,
  restoreDocuments,
} from '@stowage/contract/documents/documents';
import { messageOf } from '@stowage/contract/errors';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { useCommand } from '../../api/query.ts';
import { SaveFileButton } from '../../shared/files/SaveFileButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import { PurgeButton } from './PurgeButton.tsx';

interface DocumentActionsProps {
  readonly chosen: readonly DocumentRow[];
  readonly onDone: () => void;
  readonly isDeleted: boolean;
  readonly mayDelete: boolean;
  readonly mayPurge: boolean;
}

/** The actions on the selected documents. */
export function DocumentActions({ chosen, onDone, isDeleted, mayDelete, mayPurge }: DocumentActionsProps) {
  const [first] = chosen;
  if (chosen.length > DOCUMENTS_PER_ZIP) return <p>Select at most {DOCUMENTS_PER_ZIP} documents.</p>;
  return (
    <>
      <SaveFileButton
        size="small"
        label="Save as ZIP"
        save={() => download(documentsZip, { query: { ids: chosen.map(({ id }) => id).join(',') } }, 'documents.zip')}
        problem={(error) => `The ZIP could not be made: ${messageOf(error)}`}
      />
      {mayDelete && (isDeleted ? <RestoreButton {...{ chosen, onDone }} /> : <DeleteButton {...{ chosen, onDone }} />)}
      {mayPurge && isDeleted && first !== undefined && chosen.length === 1 && !first.is_elsewhere && (
        <PurgeButton size="small" document={first} onDone={onDone} />
      )}
    </>
  );
}

interface SeveralProps {
  readonly chosen: readonly DocumentRow[];
  readonly onDone: () => void;
}

function DeleteButton({ chosen, onDone }: SeveralProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand(deleteDocuments, [documentPage, documentCount, getDocument]);
  const close = () => setAsking(false);
  const reported = tellOf('Deleted', chosen, () => {
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
        onConfirm={() => remove.mutate({ body: { ids: chosen.map(({ id }) => id) } }, reported)}
        onClose={close}
      />
    </>
  );
}

/** Restores deleted documents. */
export function RestoreButton({ chosen, size = 'small', onDone }: SeveralProps & { readonly size?: 'small' | 'normal' }) {
  const restore = useCommand(restoreDocuments, [documentPage, documentCount, getDocument]);
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
