import { useRef } from 'react';
import { Meanwhile } from '../../../shared/meanwhile/Meanwhile.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { commandProblem } from './case-problem.ts';
import type { DraftSaving } from './use-save-draft.ts';

interface SaveDraftProps<V extends object> {
  readonly saving: DraftSaving<V>;
  readonly label: string;
  readonly look?: 'primary' | 'secondary';
  /** The message when saving fails. */
  readonly failure: string;
  readonly nameOf: (field: keyof V) => string;
  /** The text of a field's value. */
  readonly textOf?: (field: keyof V, values: Partial<V>) => string;
}

/** The end of a form about a case: errors, conflicts and buttons. */
export function SaveDraft<V extends object>({ saving, label, look = 'secondary', failure, nameOf, textOf = plainText }: SaveDraftProps<V>) {
  const { draft, isPending, error, theirs } = saving;
  const saveButton = useRef<HTMLButtonElement>(null);
  // The focus moves to the save button, because the clicked button disappears.
  const thenFocus = (work: () => void) => () => {
    saveButton.current?.focus();
    work();
  };
  return (
    <>
      {theirs !== undefined && (
        <Meanwhile
          differences={(Object.keys(theirs) as (keyof V)[]).map((field) => ({
            name: nameOf(field),
            theirs: textOf(field, theirs),
            mine: textOf(field, draft.values),
          }))}
          isBusy={isPending}
          onMine={thenFocus(saving.saveMine)}
          onTheirs={thenFocus(saving.acceptTheirs)}
        />
      )}
      {error !== null && theirs === undefined && <Banner tone="bad">{commandProblem(failure, error)}</Banner>}
      <span className="flex flex-wrap gap-2">
        <Button ref={saveButton} type="submit" look={look} disabled={isPending}>
          {isPending ? 'Saving...' : label}
        </Button>
        {draft.isChanged && (
          <Button look="quiet" disabled={isPending} onClick={thenFocus(saving.discard)}>
            Discard changes
          </Button>
        )}
      </span>
    </>
  );
}

function plainText<V extends object>(field: keyof V, values: Partial<V>): string {
  return String(values[field] ?? '');
}
