const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** US dollars, with no more than the decimals that there are; `N/A` for what is not known. */
export function dollars(amount: number | null | undefined): string {
  return typeof amount === 'number' && Number.isFinite(amount) ? DOLLARS.format(amount) : 'N/A';
}
