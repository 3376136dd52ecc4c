import { messageOf } from '@stowage/contract/errors';
import { type DraftContent, type DraftDetail, getDraft, listDrafts, saveDraft } from '@stowage/contract/purchasing/order-drafts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { isChangedMeanwhile } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { contentOf, type DraftForm, EMPTY_FORM, formOf, problemOf } from './draft-form.ts';
import type { DraftPageProps } from './draft-page-props.ts';
import { mergedForm } from './merge-draft.ts';
import { useCreateDraft } from './use-create-draft.ts';

export const DRAFTS = '/purchase-orders/drafts';

/** The saved draft; null once it was sent. */
async function read(id: number): Promise<DraftDetail | null> {
  return (await call(getDraft, { params: { id } })).draft;
}

/** An attempt whose answer was lost has saved the same content: that is no change of somebody else. */
async function savedBefore(error: unknown, id: number, content: DraftContent): Promise<{ version: number }> {
  const stored = isChangedMeanwhile(error) ? await read(id).catch(() => null) : null;
  if (stored === null || comparable(contentOf(formOf(stored))) !== comparable(content)) throw error;
  return stored;
}

/** The server stores costs as amounts: `2.5` for `2.50`. */
function comparable(content: DraftContent): string {
  return JSON.stringify(content, (name, value) => (name === 'unit_cost' && value !== null ? Number(value) : value));
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
  const create = useCreateDraft();
  const change = useCommand(saveDraft, [listDrafts]);

  const take = (stored: DraftDetail, sent: DraftForm) => {
    setSaved({ stored, form: formOf(stored) });
    setForm((current) => mergedForm(current, sent, formOf(stored)).value);
  };
  const createNew = async () => {
    const { id, sent } = await create(form);
    const stored = await read(id);
    const isUnchanged = isSame(latest.current, form);
    if (stored === null) return { id, isUnchanged };
    take(stored, sent);
    onCreated(stored);
    // An attempt before this one was saved. What was changed since is saved now.
    if (!isSame(form, sent)) return saveStored(stored, mergedForm(form, sent, formOf(stored)).value);
    return { id, isUnchanged };
  };
  const saveStored = async (stored: DraftDetail, sent: DraftForm) => {
    const { id } = stored;
    const content = contentOf(sent);
    const sending = change.mutateAsync({ params: { id }, body: { ...content, version: stored.version } });
    const { version } = await sending.catch((error: unknown) => savedBefore(error, id, content));
    setSaved({ stored: { ...stored, version }, form: sent });
    // The server trims texts and numbers the order. Without an answer, the form stays as it was sent.
    const fresh = await read(id).catch(() => null);
    const isUnchanged = isSame(latest.current, sent);
    if (fresh?.version === version) take(fresh, sent);
    return { id, isUnchanged };
  };
  const save = async (next?: 'send') => {
    const wrong = problemOf(form);
    if (wrong !== undefined) return setProblem(wrong);
    setProblem(undefined);
    setStale(false);
    setSaving(true);
    try {
      const { id, isUnchanged } = saved.stored === undefined ? await createNew() : await saveStored(saved.stored, form);
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
      const { both } = mergedForm(form, saved.form, formOf(fresh));
      take(fresh, saved.form);
      setStale(false);
      setProblem(both.length === 0 ? undefined : `Somebody else changed ${both.join(', ')} too. Your values are entered: check them, and save.`);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const isTyped = !isSame(form, saved.form);
  return { form, setForm, stored: saved.stored, isTyped, problem, setProblem, save, isSaving, isStale, keepTyped };
}

function isSame(one: DraftForm, other: DraftForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
