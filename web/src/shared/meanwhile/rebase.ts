/** The texts of a form's fields. */
export type Fields<Name extends string> = Readonly<Record<Name, string>>;

interface Rebased<Name extends string> {
  /** The saved values with this form's changes applied. */
  readonly mine: Fields<Name>;
  /** This form's values with the saved changes applied. */
  readonly theirs: Fields<Name>;
  /** The fields that were saved with another value than in this form. */
  readonly changed: readonly { readonly field: Name; readonly isMineToo: boolean }[];
}

/** Merges a form with values that somebody else saved meanwhile. A field that only one side changed keeps that change. */
export function rebase<Name extends string>(seen: Fields<Name>, typed: Fields<Name>, saved: Fields<Name>): Rebased<Name> {
  const names = Object.keys(seen) as Name[];
  const pick = (choose: (name: Name) => string) => Object.fromEntries(names.map((name) => [name, choose(name)])) as Record<Name, string>;
  return {
    mine: pick((name) => (typed[name] === seen[name] ? saved : typed)[name]),
    theirs: pick((name) => (saved[name] === seen[name] ? typed : saved)[name]),
    changed: names
      .filter((name) => saved[name] !== seen[name] && saved[name] !== typed[name])
      .map((field) => ({ field, isMineToo: typed[field] !== seen[field] })),
  };
}
