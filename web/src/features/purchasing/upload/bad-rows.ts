import { numberText } from '@stowage/contract/formats/text/number-text';
export function badRows(bad: number, total: number): string {
  if (total === 1) return 'The only row has errors. Correct the file and choose it again.';
  return `${numberText(bad)} of ${numberText(total)} rows have errors. Correct the file and choose it again.`;
}
