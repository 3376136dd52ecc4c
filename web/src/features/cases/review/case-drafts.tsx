import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';

/** What somebody typed, and what the field held when they began. */
interface Draft {
  readonly typed: object;
  readonly was: object;
}

type Drafts = Readonly<Record<string, Draft>>;
type Update = (key: string, update: (draft: Draft) => Draft) => void;

const NOTHING: Draft = { typed: {}, was: {} };
const Context = createContext<{ drafts: Drafts; update: Update }>({ drafts: {}, update: () => {} });

/** Keeps what is typed about cases while they are collapsed, move in the list or leave it. */
export function CaseDrafts({ children }: { children: ReactNode }) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const value = useMemo(() => {
    const update: Update = (key, change) => setDrafts((now) => ({ ...now, [key]: change(now[key] ?? NOTHING) }));
    return { drafts, update };
  }, [drafts]);
  return <Context value={value}>{children}</Context>;
}

export interface CaseDraft<V extends object> {
  /** What the form shows. */
  readonly values: V;
  /** Only what somebody changed. */
  readonly changed: Partial<V>;
  /** What those fields held when somebody began to change them. */
  readonly was: Partial<V>;
  readonly isChanged: boolean;
  readonly set: (change: Partial<V>) => void;
  /** These are saved. Whoever typed on meanwhile keeps it. */
  readonly keepSaved: (saved: Partial<V>) => void;
  /** These fields are known to hold something else now: what was typed is meant to replace that. */
  readonly acknowledge: (now: Partial<V>) => void;
  /** Forgets what was typed in these fields; without them, in all. */
  readonly discard: (fields?: readonly (keyof V)[]) => void;
}

/** What is typed into one form of a case over what is saved. */
export function useCaseDraft<V extends object>(caseId: number, form: 'marketplace' | 'claim' | 'email', saved: V): CaseDraft<V> {
  const { drafts, update } = useContext(Context);
  const key = `${caseId}/${form}`;
  const draft = (drafts[key] ?? NOTHING) as FormDraft<V>;
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
    keepSaved: (sent) =>
      change((now) => {
        const stays = (field: keyof V) => !(field in sent) || now.typed[field] !== sent[field];
        return keepOnly({ typed: now.typed, was: { ...now.was, ...sent } }, stays);
      }),
    acknowledge: (others) => change((now) => ({ ...now, was: { ...now.was, ...others } })),
    discard: (fields) => change((now) => keepOnly(now, (field) => fields !== undefined && !fields.includes(field))),
  };
}

interface FormDraft<V> {
  readonly typed: Partial<V>;
  readonly was: Partial<V>;
}

/** What was typed and taken back is no draft. */
const isTyped = <V extends object>({ typed, was }: FormDraft<V>, field: keyof V) => field in typed && typed[field] !== was[field];

/** Whether something is typed about a case that is not saved. */
export function useHasDraft(caseId: number): boolean {
  const { drafts } = useContext(Context);
  return (['marketplace', 'claim'] as const).some((form) => {
    const draft = (drafts[`${caseId}/${form}`] ?? NOTHING) as FormDraft<Record<string, unknown>>;
    return Object.keys(draft.typed).some((field) => isTyped(draft, field));
  });
}

function keepOnly<V extends object>({ typed, was }: FormDraft<V>, keep: (field: keyof V) => boolean): FormDraft<V> {
  return { typed: pick(typed, keep), was: pick(was, keep) };
}

function pick<V extends object>(values: Partial<V>, keep: (field: keyof V) => boolean): Partial<V> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => keep(field as keyof V))) as Partial<V>;
}
