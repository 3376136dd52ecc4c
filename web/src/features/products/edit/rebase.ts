/** The fields of a form, as they are typed. */
export type Fields<Name extends string> = Readonly<Record<Name, string>>;

interface Rebased<Name extends string> {
  /** What they saved, and over it what was changed here. */
  readonly mine: Fields<Name>;
  /** What was changed here where they changed nothing, and theirs else. */
  readonly theirs: Fields<Name>;
  /** Which fields they changed to something else than stands here. */
  readonly changed: readonly { readonly field: Name; readonly isMineToo: boolean }[];
}

/** Joins what was typed into a form with what somebody else saved since it was filled: of a field that one of the two changed, that one's. */
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
