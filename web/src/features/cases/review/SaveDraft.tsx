import { useRef } from 'react';
import { Meanwhile } from '../../../shared/Meanwhile.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { commandProblem } from './case-problem.ts';
import type { DraftSaving } from './use-save-draft.ts';

interface SaveDraftProps<V extends object> {
  readonly saving: DraftSaving<V>;
  readonly label: string;
  readonly look?: 'primary' | 'secondary';
  /** What is said when it cannot be saved. */
  readonly failure: string;
  /** What a field is called, and how its value is written. */
  readonly nameOf: (field: keyof V) => string;
  readonly textOf?: (field: keyof V, values: Partial<V>) => string;
}

/** The end of a form about a case: why it was not saved, and the buttons. */
export function SaveDraft<V extends object>({ saving, label, look = 'secondary', failure, nameOf, textOf = plainText }: SaveDraftProps<V>) {
  const { draft, isPending, error, theirs } = saving;
  const saveButton = useRef<HTMLButtonElement>(null);
  // A button that goes away with what it was for leaves the focus here.
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
          onTheirs={thenFocus(saving.keepTheirs)}
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
