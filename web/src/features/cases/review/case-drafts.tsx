import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useUnsaved } from '../../../shared/use-unsaved.ts';

/** The edited fields, and their values before the edit. */
interface Draft {
  readonly typed: object;
  readonly was: object;
}

type Drafts = Readonly<Record<string, Draft>>;
type Update = (key: string, update: (draft: Draft) => Draft) => void;

const EMPTY: Draft = { typed: {}, was: {} };
const Context = createContext<{ drafts: Drafts; update: Update }>({ drafts: {}, update: () => {} });

/** Stores unsaved input about cases while they are collapsed, move in the list or leave it. */
export function CaseDrafts({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<Drafts>({});
  // The text of an e-mail is copied, not saved.
  useUnsaved(Object.entries(drafts).some(([key, draft]) => !key.endsWith('/email') && hasInput(draft)));
  const value = useMemo(() => {
    const update: Update = (key, change) => setDrafts((now) => ({ ...now, [key]: change(now[key] ?? EMPTY) }));
    return { drafts, update };
  }, [drafts]);
  return <Context value={value}>{children}</Context>;
}

export interface CaseDraft<V extends object> {
  /** The values that the form shows. */
  readonly values: V;
  /** Only the changed fields. */
  readonly changed: Partial<V>;
  /** The values of those fields before the edit. */
  readonly was: Partial<V>;
  readonly isChanged: boolean;
  readonly set: (change: Partial<V>) => void;
  /** Removes saved values from the draft, except fields that were edited again during the request. */
  readonly markSaved: (saved: Partial<V>) => void;
  /** Accepts that these fields changed on the server, so that the draft may replace the new values. */
  readonly acknowledge: (now: Partial<V>) => void;
  /** Discards the input in these fields; without a list, in all fields. */
  readonly discard: (fields?: readonly (keyof V)[]) => void;
}

/** The unsaved input of one form of a case, over the saved values. */
export function useCaseDraft<V extends object>(caseId: number, form: 'marketplace' | 'claim' | 'email', saved: V): CaseDraft<V> {
  const { drafts, update } = useContext(Context);
  const key = `${caseId}/${form}`;
  const draft = (drafts[key] ?? EMPTY) as FormDraft<V>;
  const changed = pick(draft.typed, (field) => isTyped(draft, field) && draft.typed[field] !== saved[field]);
  const change = (next: (draft: FormDraft<V>) => FormDraft<V>) => update(key, next as (draft: Draft) => Draft);
  return {
    values: { ...saved, ...changed },
    changed,
    was: pick(draft.was, (field) => field in changed),
    isChanged: Object.keys(changed).length > 0,
    set: (more) =>
      change((now) => ({
        typed: { ...now.typed, ...more },
        was: { ...now.was, ...pick(saved, (field) => field in more && !isTyped(now, field)) },
      })),
    markSaved: (sent) =>
      change((now) => {
        const stays = (field: keyof V) => !(field in sent) || now.typed[field] !== sent[field];
        return filterDraft({ typed: now.typed, was: { ...now.was, ...sent } }, stays);
      }),
    acknowledge: (others) => change((now) => ({ ...now, was: { ...now.was, ...others } })),
    discard: (fields) => change((now) => filterDraft(now, (field) => fields !== undefined && !fields.includes(field))),
  };
}

interface FormDraft<V> {
  readonly typed: Partial<V>;
  readonly was: Partial<V>;
}

/** A field that was changed back is not part of the draft. */
const isTyped = <V extends object>({ typed, was }: FormDraft<V>, field: keyof V) => field in typed && typed[field] !== was[field];

function hasInput(draft: Draft): boolean {
  const fields = draft as FormDraft<Record<string, unknown>>;
  return Object.keys(fields.typed).some((field) => isTyped(fields, field));
}

/** Whether a case has unsaved input. */
export function useHasDraft(caseId: number): boolean {
  const { drafts } = useContext(Context);
  return (['marketplace', 'claim'] as const).some((form) => hasInput(drafts[`${caseId}/${form}`] ?? EMPTY));
}

function filterDraft<V extends object>({ typed, was }: FormDraft<V>, matches: (field: keyof V) => boolean): FormDraft<V> {
  return { typed: pick(typed, matches), was: pick(was, matches) };
}

function pick<V extends object>(values: Partial<V>, matches: (field: keyof V) => boolean): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => matches(field as keyof V))) as Partial<V>;
}
