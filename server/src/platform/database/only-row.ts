/** The row of a statement that always answers one. */
export function onlyRow<Row>({ rows }: { readonly rows: readonly Row[] }): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The statement answered no row');
  return row;
}
