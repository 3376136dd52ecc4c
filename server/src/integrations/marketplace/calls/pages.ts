/** The pages of a list, requested as they are consumed. Pages after the first are requested only by their token. */
export async function* pagesOf<Query, Page extends { readonly nextToken?: string | undefined }>(
  first: Query,
  request: (query: Query | { readonly nextToken: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let page = await request(first);
  yield page;
  while (page.nextToken !== undefined) {
    page = await request({ nextToken: page.nextToken });
    yield page;
  }
}
