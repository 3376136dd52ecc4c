/** Condition codes of a listing, as the marketplace numbers them. */
export const CONDITION_NAMES: Readonly<Record<number, string>> = {
  1: 'Like New',
  2: 'Very Good',
  3: 'Good',
  4: 'Acceptable',
  11: 'New',
};

export const CONDITION_NEW = 11;

/** The name of a condition; an unknown code as it is, a missing one as `N/A`. */
export function conditionName(code: number | null | undefined): string {
  if (code === null || code === undefined) return 'N/A';
  return CONDITION_NAMES[code] ?? String(code);
}

/** The name of a condition in the pricing report and its CSV. */
export function reportedCondition(code: number): string {
  return CONDITION_NAMES[code] ?? `Condition ${code}`;
}
