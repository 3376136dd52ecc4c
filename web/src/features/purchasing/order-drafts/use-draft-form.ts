import { messageOf } from '@stowage/contract/errors';
import { createDraft, type DraftContent, type DraftDetail, getDraft, listDrafts, saveDraft } from '@stowage/contract/purchasing/order-drafts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { isChangedMeanwhile } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { contentOf, type DraftForm, EMPTY_FORM, formOf, mergedForm, problemOf } from './draft-form.ts';
import type { DraftPageProps } from './draft-page-props.ts';

export const DRAFTS = '/purchase-orders/drafts';

/** The saved draft; null once it was sent. */
async function read(id: number): Promise<DraftDetail | null> {
  return (await call(getDraft, { params: { id } })).draft;
}

/** An attempt whose answer was lost has saved the same content: that is no change of somebody else. */
async function savedBefore(error: unknown, id: number, content: DraftContent): Promise<{ version: number }> {
  const stored = isChangedMeanwhile(error) ? await read(id).catch(() => null) : null;
  if (stored === null || JSON.stringify(contentOf(formOf(stored))) !== JSON.stringify(content)) throw error;
  return stored;
}

/** What editing a draft needs of its page. */
export interface DraftEditing extends Pick<DraftPageProps, 'onOpen'> {
  /** undefined for a new order */
  readonly stored: DraftDetail | undefined;
  /** Called before the page of a new draft opens, which keeps the form. */
  readonly onCreated: (draft: DraftDetail) => void;
}

/** The form of a draft. What is scanned or typed during a save stays, and is not saved yet. */
export function useDraftForm({ stored: loaded, onCreated, onOpen }: DraftEditing) {
  const [saved, setSaved] = useState({ stored: loaded, form: loaded === undefined ? EMPTY_FORM : formOf(loaded) });
  const [form, setForm] = useState(saved.form);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  }, [form]);
  const [problem, setProblem] = useState<string>();
  const [isStale, setStale] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [clientId] = useState(newId);
  /** A new draft that could not be read yet. */
  const created = useRef<{ readonly id: number; readonly sent: DraftForm }>(undefined);
  const create = useCommand(createDraft, [listDrafts]);
  const change = useCommand(saveDraft, [listDrafts]);

  const take = (stored: DraftDetail, sent: DraftForm) => {
    setSaved({ stored, form: formOf(stored) });
    setForm((current) => mergedForm(current, sent, formOf(stored)));
  };
  const createNew = async () => {
    created.current ??= { id: (await create.mutateAsync({ body: { ...contentOf(form), client_id: clientId } })).id, sent: form };
    const { id, sent } = created.current;
    const stored = await read(id);
    const isUnchanged = latest.current === sent;
    if (stored !== null) {
      take(stored, sent);
      onCreated(stored);
    }
    return { id, isUnchanged };
  };
  const saveStored = async (stored: DraftDetail) => {
    const { id } = stored;
    const content = contentOf(form);
    const sending = change.mutateAsync({ params: { id }, body: { ...content, version: stored.version } });
    const { version } = await sending.catch((error: unknown) => savedBefore(error, id, content));
    setSaved({ stored: { ...stored, version }, form });
    // The server trims texts and numbers the order. Without an answer, the form stays as it was sent.
    const fresh = await read(id).catch(() => null);
    const isUnchanged = latest.current === form;
    if (fresh?.version === version) take(fresh, form);
    return { id, isUnchanged };
  };
  const save = async (next?: 'send') => {
    const wrong = problemOf(form);
    if (wrong !== undefined) return setProblem(wrong);
    setProblem(undefined);
    setStale(false);
    setSaving(true);
    try {
      const { id, isUnchanged } = saved.stored === undefined ? await createNew() : await saveStored(saved.stored);
      toast('good', 'Saved the draft');
      const opens = next === 'send' && isUnchanged;
      if (saved.stored === undefined || opens) onOpen(`${DRAFTS}/${id}${opens ? '?window=send' : ''}`, true);
      if (next === 'send' && !isUnchanged) setProblem('The order was changed while it was being saved. Check it, and send it then.');
    } catch (error) {
      setStale(isChangedMeanwhile(error));
      setProblem(messageOf(error));
    }
    setSaving(false);
  };
  /** Applies what was typed to the draft as somebody else saved it, for the person to check and save. */
  const keepTyped = async () => {
    if (saved.stored === undefined) return;
    try {
      const fresh = await read(saved.stored.id);
      if (fresh === null) return setProblem('This order was sent meanwhile.');
      take(fresh, saved.form);
      setStale(false);
      setProblem(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const isTyped = JSON.stringify(form) !== JSON.stringify(saved.form);
  return { form, setForm, stored: saved.stored, isTyped, problem, setProblem, save, isSaving, isStale, keepTyped };
}
