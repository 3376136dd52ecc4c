/**
 * The amount of money that a free text means, in cents: `$1,234.50`, `1.234,50 EUR`, `paid 23.10 on Friday`.
 * The last separator before one or two digits is the decimal one.
 * @returns undefined where there is no number, or more than one
 */
export function readAmountCents(text: string | null | undefined): number | undefined {
  // A space separates thousands too, also one that does not break.
  const numbers = [...(text ?? '').matchAll(/\d+(?:[.,]\d+|\s\d{3}(?!\d))*/g)].map(([number]) => number.replace(/\s/g, ''));
  const [number] = numbers;
  if (number === undefined || numbers.length > 1) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(number) ?? [];
  // What is left separates thousands; anything else is no amount: 1.2.3, 12,34,5.
  if (!/^\d+$|^\d{1,3}([.,]\d{3})+$/.test(whole) || /\..*,|,.*\./.test(whole)) return undefined;
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
  return Number.isSafeInteger(cents) && cents < 1_000_000_000_000 ? cents : undefined;
}
