/**
 * Races and volume tests run twice: small in `npm test`, and at full size in `npm run test:soak`.
 * @returns the size for the present suite
 */
export function scale(fast: number, soak: number): number {
  return process.env.STOWAGE_SOAK === 'on' ? soak : fast;
}
