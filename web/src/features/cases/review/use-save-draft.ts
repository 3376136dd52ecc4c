import { type CaseDetail, getQrCase } from '@stowage/contract/cases/case-detail';
import { casesPage } from '@stowage/contract/cases/cases';
import type { Endpoint } from '@stowage/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { isChangedMeanwhile } from '../../../api/problem.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import type { CaseDraft } from './case-drafts.tsx';

/** The endpoints that a saved form invalidates. */
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
  /** The message after saving. */
  readonly done: string;
}

export interface DraftSaving<V extends object> {
  readonly draft: CaseDraft<V>;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The current values of fields that another person changed; undefined when saving failed for another reason. */
  readonly theirs: Partial<V> | undefined;
  readonly save: () => void;
  readonly saveMine: () => void;
  readonly acceptTheirs: () => void;
  readonly discard: () => void;
}

/** Saves only the changed fields of a form. Saving continues when the case is collapsed. */
export function useSaveDraft<V extends object, Body extends object>({ id, draft, save, toBody, toValues, done }: Saving<V, Body>): DraftSaving<V> {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { error, isPending } = save;
  const isStale = isChangedMeanwhile(error);
  const theirs = isStale ? toValues((error.details as { now: Body }).now) : undefined;
  const send = (over: Partial<V> = {}) => {
    const { changed, was } = draft;
    save.mutateAsync({ params: { id }, body: { ...toBody(changed), was: toBody({ ...was, ...over }) } }).then(
      (detail) => {
        // The form shows the saved values before it is read again.
        client.setQueryData(queryFor(getQrCase, { params: { id } }).queryKey, detail);
        draft.markSaved(changed);
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
    acceptTheirs: () => {
      draft.discard(Object.keys(theirs ?? {}) as (keyof V)[]);
      save.reset();
    },
    discard: () => {
      draft.discard();
      save.reset();
    },
  };
}
