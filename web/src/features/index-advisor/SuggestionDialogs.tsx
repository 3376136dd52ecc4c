import { createIndex, getIndexStats, type IndexSuggestion, ignoreSuggestion, listSuggestions } from '@stowage/contract/index-advisor/index-advisor';
import { RefusedError } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';
import type { DialogEnds } from './dialog-ends.ts';
import { size } from './figures.ts';

interface DialogProps extends DialogEnds {
  readonly suggestion: IndexSuggestion;
}

/** @param isCreating whether another index is being created; only one is created at a time */
export function CreateDialog({ suggestion, isCreating, onClose, onDone, returnFocusTo }: DialogProps & { isCreating: boolean }) {
  const create = useCommand(createIndex, [listSuggestions, getIndexStats]);
  const confirm = () =>
    create.mutate(
      { params: { id: suggestion.id } },
      {
        onSuccess: () => toast('good', 'Index creation started successfully'),
        onError: (error) => toast('bad', (error instanceof RefusedError && error.words) || 'Failed to create index'),
        onSettled: onDone,
      },
    );
  return (
    <ConfirmDialog
      title="Create Index"
      question={
        isCreating
          ? 'Another index is being created. Only one is created at a time.'
          : `About ${size(suggestion.estimatedBytes)}. The creation does not block anybody. You can follow it here and cancel it under Jobs.`
      }
      confirmLabel="Confirm"
      open
      isBusy={create.isPending}
      isReady={!isCreating}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <Statement label="Create index statement" text={suggestion.createIndexStatement} />
    </ConfirmDialog>
  );
}

export function IgnoreDialog({ suggestion, onClose, onDone, returnFocusTo }: DialogProps) {
  const ignore = useCommand(ignoreSuggestion, [listSuggestions, getIndexStats]);
  const confirm = () =>
    ignore.mutate(
      { params: { id: suggestion.id } },
      {
        onSuccess: () => toast('good', 'Suggestion marked as ignored'),
        onError: () => toast('bad', 'Failed to ignore suggestion'),
        onSettled: onDone,
      },
    );
  return (
    <ConfirmDialog
      title="Ignore Suggestion"
      question={`${suggestion.suggestedIndexName} on ${suggestion.tableName} is not suggested again. You can undo this in its details.`}
      confirmLabel="Confirm"
      open
      isBusy={ignore.isPending}
      onConfirm={confirm}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}

/** An SQL statement with wrapped lines. */
export function Statement({ label, text }: { label: string; text: string }) {
  return <CodeBlock label={label} className="max-h-56 bg-sunken p-3 font-mono text-[13px] break-words whitespace-pre-wrap" text={text} />;
}
