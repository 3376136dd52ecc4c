import { createDraft, listDrafts } from '@stowage/contract/purchasing/order-drafts';
import { useRef } from 'react';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { contentOf, type DraftForm } from './draft-form.ts';

interface Created {
  readonly id: number;
  /** The form as it was sent. */
  readonly sent: DraftForm;
}

/** Begins a draft once. An attempt without an answer is repeated as it was, because it may have begun the draft. */
export function useCreateDraft(): (form: DraftForm) => Promise<Created> {
  const create = useCommand(createDraft, [listDrafts]);
  const unanswered = useRef<{ readonly sent: DraftForm; readonly clientId: string }>(undefined);
  const created = useRef<Created>(undefined);
  return async (form) => {
    if (created.current !== undefined) return created.current;
    unanswered.current ??= { sent: form, clientId: newId() };
    const { sent, clientId } = unanswered.current;
    const { id } = await create.mutateAsync({ body: { ...contentOf(sent), client_id: clientId } }).catch((error: unknown) => {
      if (isAboutDraft(error)) unanswered.current = undefined;
      throw error;
    });
    created.current = { id, sent };
    return created.current;
  };
}

/** Whether the server refused the draft itself, and so has not begun it. A refused sign-in or permission says nothing about an earlier attempt. */
function isAboutDraft(error: unknown): boolean {
  return error instanceof RefusedError && !error.mayPass && error.status !== 401 && error.status !== 403;
}
