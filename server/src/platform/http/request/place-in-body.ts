/**
 * The place of a value in a request as a message names it: `rows.1.title` by its path. A body that is a list has the rows of a file, which
 * other messages count from 1: `Row 2, title`.
 */
export function placeInBody([first, ...rest]: readonly PropertyKey[]): string {
  const isRow = /^\d+$/.test(String(first ?? ''));
  return isRow
    ? [`Row ${Number(first) + 1}`, ...(rest.length === 0 ? [] : [rest.join('.')])].join(', ')
    : [...(first === undefined ? [] : [first]), ...rest].join('.');
}
