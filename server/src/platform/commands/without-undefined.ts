/** The parts of an object that were given. */
export function withoutUndefined<Parts extends object>(parts: Parts): { [Name in keyof Parts]: Exclude<Parts[Name], undefined> } {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as { [Name in keyof Parts]: Exclude<Parts[Name], undefined> };
}
