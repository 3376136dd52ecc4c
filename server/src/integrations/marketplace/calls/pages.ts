/** Page after page of a list; the next one is asked for when it is wanted. A page after the first is asked for by its token alone. */
export async function* pagesOf<Query, Page extends { readonly nextToken?: string | undefined }>(
  first: Query,
  ask: (query: Query | { readonly nextToken: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let page = await ask(first);
  yield page;
  while (page.nextToken !== undefined) {
    page = await ask({ nextToken: page.nextToken });
    yield page;
  }
}
