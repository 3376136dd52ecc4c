/** `2026-11-20 14:03:05`: UTC without a zone, as the specification has it. */
export function utcText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}
