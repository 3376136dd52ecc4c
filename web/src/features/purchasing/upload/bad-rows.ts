export function badRows(bad: number, total: number): string {
  if (total === 1) return 'The only row has errors. Correct the file and choose it again.';
  return `${bad.toLocaleString()} of ${total.toLocaleString()} rows have errors. Correct the file and choose it again.`;
}
