/** The rows of these ids in parts, each read when it is wanted. */
export async function* readByIds<Row>(ids: readonly number[], limit: number, read: (ids: readonly number[]) => Promise<readonly Row[]>) {
  for (let from = 0; from < ids.length; from += limit) yield await read(ids.slice(from, from + limit));
}

/**
 * The pages of a list, each read when it is wanted. A page that is not full is the last one.
 * @param limit the rows of a full page
 * @param read reads the page after a row, which is undefined for the first page, and after this number of rows
 */
export async function* readPages<Row>(
  limit: number,
  read: (last: Row | undefined, offset: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  let last: Row | undefined;
  for (let offset = 0; ; offset += limit) {
    const rows = await read(last, offset);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}
