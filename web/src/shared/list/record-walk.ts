import type { ListName } from '@stowage/contract/identity/list-views';

/** A page of a list, to walk through its records and to return to it. */
export interface ListPage {
  /** The screen's path. */
  readonly path: string;
  /** The list's address with its filters, order and page. */
  readonly address: object;
  /** The records in their order. */
  readonly records: readonly string[];
  /** The address of the next page; undefined on the last one. */
  readonly next?: object | undefined;
}

interface Walk extends ListPage {
  readonly scrollY: number;
  /** The record that was opened last. */
  readonly record?: string | undefined;
  /** The addresses of the pages before, as far as they are known. */
  readonly earlier: readonly object[];
}

const keyOf = (list: ListName) => `stowage.list.${list}`;

/** The walk through a list in this tab; undefined when the list was not open yet. */
export function recallWalk(list: ListName): Walk | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(list));
    return stored === null ? undefined : (JSON.parse(stored) as Walk);
  } catch {
    return undefined;
  }
}

export function recallRecord(list: ListName): string | undefined {
  return recallWalk(list)?.record;
}

/** The place of a record in a walk: `3 of 50 on this page`. */
export function placeIn({ records, next, earlier }: Walk, nth: number): string {
  return `${nth + 1} of ${records.length}${next === undefined && earlier.length === 0 ? '' : ' on this page'}`;
}

function store(list: ListName, walk: Walk): void {
  try {
    sessionStorage.setItem(keyOf(list), JSON.stringify(walk));
  } catch {
    // Without room, the way back leads to the first page.
  }
}

/** The page that the list shows now. */
export function rememberPage(list: ListName, page: ListPage): void {
  const before = recallWalk(list);
  store(list, { ...page, scrollY: before?.scrollY ?? 0, earlier: earlierPages(before, page) });
}

interface Place {
  readonly page?: number | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
}

function placeText({ page = 1, before, after }: Place): string {
  return JSON.stringify([page, before, after]);
}

/** The pages before one that is shown after another, by its buttons or by a walk. Pages with numbers have one before in any case. */
function earlierPages(shown: Walk | undefined, { path, address }: ListPage): readonly object[] {
  const { page = 1 } = address as Place;
  const numbered = page > 1 ? [{ ...address, page: page === 2 ? undefined : page - 1 }] : [];
  if (shown === undefined || shown.path !== path) return numbered;
  const isAt = (other: object | undefined) => other !== undefined && placeText(other) === placeText(address);
  if (isAt(shown.next)) return [...shown.earlier, shown.address];
  if (isAt(shown.earlier.at(-1))) return shown.earlier.slice(0, -1);
  return isAt(shown.address) && shown.earlier.length > 0 ? shown.earlier : numbered;
}

/** A record is opened from the list. */
export function rememberRecord(list: ListName, record: string): void {
  const walk = recallWalk(list);
  if (walk !== undefined) store(list, { ...walk, record, scrollY: window.scrollY });
}

/** The walk went on to another record, maybe on another page. */
export function rememberStep(list: ListName, record: string, page?: ListPage & { readonly earlier: readonly object[] }): void {
  const walk = recallWalk(list);
  if (walk !== undefined) store(list, { ...walk, ...page, record });
}
