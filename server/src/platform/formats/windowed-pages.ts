interface Pages {
  /** The rows, counted up to one more than the window. */
  readonly found: number;
  /** The pages cover this many rows. */
  readonly window: number;
  readonly size: number;
  /** Zero-based. */
  readonly page: number;
}

/** The numbers of a `windowedPage`. */
export function windowedPages({ found, window, size, page }: Pages) {
  const totalCount = Math.min(found, window);
  return { totalCount, totalPages: Math.ceil(totalCount / size), currentPage: page, hasOlder: found > window };
}
