/** `2026-11-20 14:03:05`: UTC without a zone, as specified. */
export function utcText(moment: Date): string;
export function utcText(moment: Date | null): string | null;
export function utcText(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** A row as the database returns it: the named columns are dates, which `utcText` turns into the row's text. */
export type WithDates<Row, Key extends keyof Row> = Omit<Row, Key> & { [K in Key]: Date | Extract<Row[K], null> };

/** Turns the named dates of a row into text. */
export function withUtcTexts<Row extends object, Key extends keyof Row>(row: Row, keys: readonly Key[]) {
  const texts = keys.map((key) => [key, utcText(row[key] as Date | null)]);
  return { ...row, ...Object.fromEntries(texts) } as Omit<Row, Key> & { [K in Key]: string | Extract<Row[K], null> };
}
