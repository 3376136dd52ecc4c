interface Page {
  readonly size: number;
  /** Zero-based. */
  readonly page: number;
}

/** The numbers of a `numberedPage`. */
export function numberedPages(totalCount: number, { size, page }: Page) {
  return { totalCount, totalPages: Math.ceil(totalCount / size), currentPage: page };
}

interface WindowedPage extends Page {
  /** The rows, counted up to one more than the window. */
  readonly found: number;
  /** The pages cover this many rows. */
  readonly window: number;
}

/** The numbers of a `windowedPage`. */
export function windowedPages({ found, window, ...page }: WindowedPage) {
  return { ...numberedPages(Math.min(found, window), page), hasOlder: found > window };
}
