interface NumberedRows {
  readonly rows: readonly unknown[];
  /** As a spreadsheet shows them. */
  readonly rowNumbers?: readonly number[] | undefined;
}

/** Whether each row has a number, in ascending order, or none has. */
export function areRowsNumbered({ rows, rowNumbers }: NumberedRows): boolean {
  if (rowNumbers === undefined) return true;
  return rowNumbers.length === rows.length && rowNumbers.every((number, at) => at === 0 || number > (rowNumbers[at - 1] ?? 0));
}

/** For `refine(areRowsNumbered, NUMBERED_ROWS)`. */
export const NUMBERED_ROWS = { message: 'must be one ascending number for each row', path: ['rowNumbers'] };
