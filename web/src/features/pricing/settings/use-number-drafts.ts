import { useState } from 'react';

interface Draft {
  readonly text: string;
  /** The saved value when the person started to type. */
  readonly seen: string;
}

/** The number fields of a form. Edited fields are drafts; all other fields show the saved values, also when somebody else changes them. */
export function useNumberDrafts<Name extends string>(saved: Readonly<Record<Name, string>>) {
  const [drafts, setDrafts] = useState<Partial<Record<Name, Draft>>>({});
  const textOf = (name: Name): string => drafts[name]?.text ?? saved[name];
  const isChanged = (name: Name) => !isSame(textOf(name), saved[name]);
  return {
    textOf,
    isChanged,
    change: (name: Name, text: string) => setDrafts((now) => ({ ...now, [name]: { text, seen: now[name]?.seen ?? saved[name] } })),
    /** What somebody else saved since the person started to type; undefined when nobody did. */
    conflictOf(name: Name): string | undefined {
      const seen = drafts[name]?.seen;
      if (seen === undefined || isSame(seen, saved[name]) || !isChanged(name)) return undefined;
      return saved[name] === '' ? 'Somebody else cleared this field' : `Somebody else saved ${saved[name]}`;
    },
    /** Ends the drafts that were saved, but not those that were changed since. */
    drop(sent: Partial<Record<Name, string>>) {
      const isOpen = ([name, draft]: [string, unknown]) => sent[name as Name] !== (draft as Draft).text;
      setDrafts((now) => Object.fromEntries(Object.entries(now).filter(isOpen)) as Partial<Record<Name, Draft>>);
    },
  };
}

function isSame(one: string, other: string): boolean {
  return one === other || (one !== '' && other !== '' && Number(one) === Number(other));
}
