import { useState } from 'react';
import { isChangedMeanwhile } from '../../api/problem.ts';
import { Meanwhile } from './Meanwhile.tsx';
import { type Fields, rebase } from './rebase.ts';

/** The initial values of a form and the version of the record that they come from. */
export interface Filled<Name extends string> {
  readonly version: number | string;
  readonly values: Fields<Name>;
}

interface Saving<Name extends string, From extends Filled<Name>> {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly reset: () => void;
  /** Saves the form. */
  readonly send: (filled: From, typed: Fields<Name>) => void;
  readonly names: Readonly<Record<Name, string>>;
  /** Formats a value for display. */
  readonly textOf?: (field: Name, value: string) => string;
}

/** A form for a record that others may change. When saving fails for that reason, it offers both values of each changed field. */
export function useRebase<Name extends string, From extends Filled<Name>>(now: From, saving: Saving<Name, From>) {
  const { error, isPending, reset, send, names, textOf = (_, value) => value } = saving;
  const [filled, setFilled] = useState<From>(now);
  const [values, setValues] = useState<Fields<Name>>(now.values);
  const { mine, theirs, changed } = rebase(filled.values, values, now.values);
  const take = (taken: Fields<Name>) => {
    setFilled(now);
    setValues(taken);
    reset();
  };
  const differences = changed.map(({ field, isMineToo }) => ({
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
    /** The conflict to resolve, once the record was read again; undefined without a conflict. */
    meanwhile:
      isChangedMeanwhile(error) && now.version !== filled.version ? (
        <Meanwhile differences={differences} isBusy={isPending} onMine={onMine} onTheirs={() => take(theirs)} />
      ) : undefined,
  };
}
