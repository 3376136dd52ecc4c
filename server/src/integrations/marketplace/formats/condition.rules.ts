/** The parts of the API spell conditions differently: `VeryGood`, `very good`, `VERY_GOOD`, `used_very_good`, `UsedVeryGood`. */
const CODES: Readonly<Record<string, number>> = { new: 11, newitem: 11, newnew: 11, mint: 1, likenew: 1, verygood: 2, good: 3, acceptable: 4 };

/** The condition's number in listings reports; undefined for an unknown condition. */
export function conditionCode(text: string | undefined): number | undefined {
  const letters = (text ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return CODES[letters] ?? CODES[letters.replace(/^used/, '')];
}
