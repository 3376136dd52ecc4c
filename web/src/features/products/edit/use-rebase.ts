import { useState } from 'react';
import type { Difference } from '../../../shared/Meanwhile.tsx';
import { isChangedMeanwhile } from './product-values.ts';
import { type Fields, rebase } from './rebase.ts';

/** What a form is filled with, and of which state of the record that is: they go together, or what others save meanwhile is overwritten. */
export interface Filled<Name extends string> {
  readonly version: number | string;
  readonly values: Fields<Name>;
}

interface Saving<Name extends string> {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly reset: () => void;
  /** Saves what is typed, of a form that was filled so. */
  readonly send: (filled: Filled<Name>, typed: Fields<Name>) => void;
  readonly names: Readonly<Record<Name, string>>;
  /** How a value is written, where not as it is. */
  readonly textOf?: (field: Name, value: string) => string;
}

/** A form of a record that others change too: remembers what it was filled with, and shows both where saving was refused for it. */
export function useRebase<Name extends string>(now: Filled<Name>, saving: Saving<Name>) {
  const { error, isPending, reset, send, names, textOf = (_, value) => value } = saving;
  const [filled, setFilled] = useState(now);
  const [values, setValues] = useState(now.values);
  const { mine, theirs, changed } = rebase(filled.values, values, now.values);
  const take = (taken: Fields<Name>) => {
    setFilled(now);
    setValues(taken);
    reset();
  };
  const differences: Difference[] = changed.map(({ field, isMineToo }) => ({
    name: names[field],
    theirs: textOf(field, now.values[field]),
    mine: isMineToo ? textOf(field, values[field]) : undefined,
  }));
  const onMine = () => {
    take(mine);
    send(now, mine);
  };
  return {
    values,
    setValues,
    submit: () => send(filled, values),
    /** What is asked, once the record was read again; undefined where that is not why it was refused. */
    meanwhile:
      isChangedMeanwhile(error) && now.version !== filled.version ? { differences, isBusy: isPending, onMine, onTheirs: () => take(theirs) } : undefined,
  };
}
