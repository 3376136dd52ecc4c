/**
 * Parses the amount in a free text into cents: `$1,234.50`, `1.234,50 EUR`, `paid 23.10 on Friday`.
 * The last separator followed by one or two digits is the decimal separator.
 * @returns undefined when the text has no number or more than one
 */
export function parseAmountCents(text: string | null | undefined): number | undefined {
  // Spaces and non-breaking spaces separate thousands too.
  const numbers = [...(text ?? '').matchAll(/\d+(?:[.,]\d+|\s\d{3}(?!\d))*/g)].map(([number]) => number.replace(/\s/g, ''));
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(number) ?? [];
  // The remaining separators must separate thousands: 1.2.3 and 12,34,5 are not amounts.
  if (!/^\d+$|^\d{1,3}([.,]\d{3})+$/.test(whole) || /\..*,|,.*\./.test(whole)) return undefined;
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) && cents < 1_000_000_000_000 ? cents : undefined;
}
