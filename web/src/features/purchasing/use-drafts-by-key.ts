import { useState } from 'react';

/** A draft of one record, and how to change it. */
export interface KeyedDraft<Draft> {
  readonly draft: Draft | undefined;
  readonly onDraft: (change: (now: Draft | undefined) => Draft | undefined) => void;
}

/** What is typed for several records, while the fields of only one are shown. @returns the draft of a record */
export function useDraftsByKey<Draft>(): (key: string | number) => KeyedDraft<Draft> {
  const [drafts, setDrafts] = useState<Readonly<Record<string | number, Draft | undefined>>>({});
  return (key) => ({
    draft: drafts[key],
    onDraft: (change) => setDrafts((all) => ({ ...all, [key]: change(all[key]) })),
  });
}
