/**
 * Races and volumes run twice: small among the calls of `npm test`, and full-sized in `npm run test:soak`.
 * @returns the size for the suite that is running
 */
export function scale(fast: number, soak: number): number {
  return process.env.STOWAGE_SOAK === 'on' ? soak : fast;
}
