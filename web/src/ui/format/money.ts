const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** US dollars, with no more than the decimals that there are; `N/A` for what is not known. */
export function dollars(amount: number | null | undefined): string {
  return typeof amount === 'number' && Number.isFinite(amount) ? DOLLARS.format(amount) : 'N/A';
}

/** Decimal text as it is read: `-1234.5000` is `−$1,234.50`, and `5` is `$5.00`. Nothing is computed, so nothing is lost. */
export function moneyText(amount: string | null | undefined): string {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount ?? '') ?? [];
  if (whole === '') return 'N/A';
  const fraction = decimals.replace(/0+$/, '').padEnd(2, '0');
  const isNegative = sign === '-' && /[1-9]/.test(whole + fraction);
  return `${isNegative ? '−' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
