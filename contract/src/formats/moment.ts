/** Whether a text such as `2026-11-20T14:03:05.000000Z` is a moment that exists: a pattern alone allows the 31st of February. */
export function isMoment(text: string | undefined): boolean {
  const [, start = '', fraction = ''] = /^(.{19}\.\d{3})(\d*)Z$/.exec(text ?? '') ?? [];
  const time = Date.parse(`${start}Z`);
  return fraction.length <= 3 && !Number.isNaN(time) && new Date(time).toISOString() === `${start}Z`;
}
