/** The sum of decimal texts with two decimals at most; negative ones too, in whole cents on the way. */
export function sumCents(amounts: readonly string[]): string {
  const cents = amounts.reduce((sum, amount) => sum + toCents(amount), 0n);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** One amount less another. */
export function subtractCents(amount: string, other: string): string {
  return sumCents([amount, other.startsWith('-') ? other.slice(1) : `-${other}`]);
}

/** `1234.50` as people read it: `$1,234.50`. */
export function dollarText(amount: string): string {
  const [whole = '0', cents = ''] = amount.replace('-', '').split('.');
  return `${amount.startsWith('-') ? '−' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`;
}

/** A share in percent with one decimal, or undefined of nothing. */
export function percentOf(part: number, whole: number): string | undefined {
  return whole === 0 ? undefined : ((100 * part) / whole).toFixed(1);
}

/** `3 units`, `1 unit`, `1,204 units`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

function toCents(amount: string): bigint {
  const [, sign, whole = '0', cents = ''] = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(amount) ?? [];
  if (sign === undefined) throw new Error(`${amount} is no amount`);
  return BigInt(`${sign}${whole}${cents.padEnd(2, '0')}`);
}
