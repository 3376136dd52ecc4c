/** Making one takes longer than writing a whole page of a table with it. The options are few. */
const FORMATS = new Map<string, Intl.NumberFormat>();

/** `1,234.5`: the screens and messages are English, so their numbers are too, in every language of the browser and the server. */
export function numberText(value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify(options);
  const format = FORMATS.get(key) ?? new Intl.NumberFormat('en-US', options);
  FORMATS.set(key, format);
  return format.format(value);
}
