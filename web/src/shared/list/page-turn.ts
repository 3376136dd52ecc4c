import type { ListName } from '@stowage/contract/identity/list-views';
import { type ListPage, recallWalk, rememberStep } from './record-walk.ts';

/** A page that does not arrive within this time failed, and the walk stays where it is. */
const TURN_MS = 15_000;

/** A walk in a dialog above a list that went beyond the page, until the other page is there. */
interface Turn {
  readonly list: ListName;
  readonly pick: 0 | -1;
  /** The records of the page that is left. */
  readonly left: string;
  readonly earlier: readonly object[];
  readonly onOpen: (record: string) => void;
  readonly at: number;
}

/** The lists on the screen, and what shows another of their pages. */
const turners = new Map<ListName, (address: object) => void>();
let turn: Turn | undefined;

/** Lets dialogs above a list turn its pages. @returns a function that ends it */
export function offerPages(list: ListName, show: (address: object) => void): () => void {
  turners.set(list, show);
  return () => {
    if (turners.get(list) === show) turners.delete(list);
  };
}

/** @returns a function that shows the next or the previous page of the list and opens its first or last record; undefined without such a page */
export function pageTurner(list: ListName, to: 'next' | 'previous', onOpen: (record: string) => void): (() => void) | undefined {
  const walk = recallWalk(list);
  const show = turners.get(list);
  const address = to === 'next' ? walk?.next : walk?.earlier.at(-1);
  if (walk === undefined || show === undefined || address === undefined) return undefined;
  const earlier = to === 'next' ? [...walk.earlier, walk.address] : walk.earlier.slice(0, -1);
  return () => {
    if (turn?.list === list && Date.now() - turn.at < TURN_MS) return;
    turn = { list, pick: to === 'next' ? 0 : -1, left: JSON.stringify(walk.records), earlier, onOpen, at: Date.now() };
    show(address);
  };
}

/** Ends a turn when the list shows its other page. Until then the list shows the old page's records. */
export function pageArrived(list: ListName, page: ListPage): void {
  if (turn?.list !== list || turn.left === JSON.stringify(page.records)) return;
  const { pick, earlier, onOpen, at } = turn;
  turn = undefined;
  const record = page.records.at(pick);
  if (record === undefined || Date.now() - at >= TURN_MS) return;
  rememberStep(list, record, { ...page, earlier });
  onOpen(record);
}
