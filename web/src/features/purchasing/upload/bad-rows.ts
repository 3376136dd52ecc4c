/** Says of a file's rows that some of them can't be taken. */
export function badRows(bad: number, total: number): string {
  if (total === 1) return 'The only row has errors: mend it in the file and choose it again';
  return `${bad.toLocaleString()} of ${total.toLocaleString()} rows have errors: mend them in the file and choose it again`;
}
