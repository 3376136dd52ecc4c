import { DAMAGED, WorkbookError } from './workbook-error.ts';

/** The column of a cell's name, from 0: `A1` is 0, `AB12` is 27. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference.toUpperCase())?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  if (column === 0) throw new WorkbookError(DAMAGED);
  return column - 1;
}
