import { type CaseDetail, getQrCase } from '@stowage/contract/cases/case-detail';
import { casesPage } from '@stowage/contract/cases/cases';
import type { Endpoint } from '@stowage/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { RefusedError } from '../../../api/problem.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import type { CaseDraft } from './case-drafts.tsx';

/** What must be read again when a form of a case is saved. */
export const STALE_AFTER_SAVE: readonly Endpoint[] = [getQrCase, casesPage];

interface Saving<V extends object, Body extends object> {
  readonly id: number;
  readonly draft: CaseDraft<V>;
  readonly save: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly reset: () => void;
    readonly mutateAsync: (input: { params: { id: number }; body: Body & { was: Body } }) => Promise<CaseDetail>;
  };
  readonly toBody: (values: Partial<V>) => Body;
  readonly toValues: (body: Body) => Partial<V>;
  /** What is said when it is saved. */
  readonly done: string;
}

export interface DraftSaving<V extends object> {
  readonly draft: CaseDraft<V>;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** What the fields hold that somebody else changed since the form was filled; undefined when that is not why saving failed. */
  readonly theirs: Partial<V> | undefined;
  readonly save: () => void;
  readonly saveMine: () => void;
  readonly keepTheirs: () => void;
  readonly discard: () => void;
}

/** Saves what is typed in a form, and nothing else. It goes on though the case is collapsed meanwhile. */
export function useSaveDraft<V extends object, Body extends object>({ id, draft, save, toBody, toValues, done }: Saving<V, Body>): DraftSaving<V> {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { error, isPending } = save;
  const isStale = error instanceof RefusedError && error.reason === 'changed_meanwhile';
  const theirs = isStale ? toValues((error.details as { now: Body }).now) : undefined;
  const send = (over: Partial<V> = {}) => {
    const { changed, was } = draft;
    save.mutateAsync({ params: { id }, body: { ...toBody(changed), was: toBody({ ...was, ...over }) } }).then(
      (detail) => {
        // The form shows what is saved at once, not only when it has been read again.
        client.setQueryData(queryFor(getQrCase, { params: { id } }).queryKey, detail);
        draft.keepSaved(changed);
        toast('good', done);
      },
      () => invalidate(getQrCase),
    );
  };
  return {
    draft,
    isPending,
    error,
    theirs,
    save: () => send(),
    saveMine: () => {
      draft.acknowledge(theirs ?? {});
      send(theirs);
    },
    keepTheirs: () => {
      draft.discard(Object.keys(theirs ?? {}) as (keyof V)[]);
      save.reset();
    },
    discard: () => {
      draft.discard();
      save.reset();
    },
  };
}
