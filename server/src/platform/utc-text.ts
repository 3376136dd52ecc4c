/** `2026-11-20 14:03:05`: UTC without a zone, the format of the specification. */
export function utcText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
