/** What a purchase order is called in a text: `PO J-1`, but `PO-24152` for a number that begins with "PO" itself. */
export function poName(poNumber: string): string {
  return /^p\.?o(?![a-z])/i.test(poNumber) ? poNumber : `PO ${poNumber}`;
}
