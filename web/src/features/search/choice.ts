import type { OutputOf } from '@stowage/contract/endpoint';
import { isPermitted } from '@stowage/contract/permissions';
import { SEARCH_KINDS, type SearchKind, type search } from '@stowage/contract/search/search';

type Answer = OutputOf<typeof search>;

/** A page, or something to be done on one. */
export interface Place {
  readonly title: string;
  readonly detail?: string;
  readonly path: string;
}

/** What something in the list is. */
type ChoiceKind = SearchKind | 'place';

/** What was opened from the list. */
export interface RecentPlace extends Place {
  readonly kind: ChoiceKind;
}

/** What can be opened from the list. */
export interface Choice {
  readonly key: string;
  readonly kind: ChoiceKind;
  readonly title: string;
  readonly detail: string | null;
  /** undefined where nothing of its kind has a picture. */
  readonly imageUrl?: string | null;
  readonly path: string;
  readonly isExact: boolean;
}

/** As the list widget takes them. */
export interface ChoiceGroup {
  readonly value: string;
  readonly items: readonly Choice[];
}

const MAX_PLACES = 5;

interface Listed {
  readonly text: string;
  readonly answer: Answer | undefined;
  readonly places: readonly Place[];
  readonly recent: readonly RecentPlace[];
}

/** What the list shows: what was opened last while nothing is typed; then what was found, and pages that are called so. */
export function choicesFor({ text, answer, places, recent }: Listed): ChoiceGroup[] {
  if (text === '') return filled([{ value: 'Recent searches', items: recent.map((place) => ({ ...toChoice('recent', place), kind: place.kind })) }]);
  const called = placesCalled(text, places);
  const pages = { value: 'Pages and actions', items: called.map((place) => ({ ...toChoice('place', place), isExact: isCalled(text, place) })) };
  const found = (answer?.groups ?? []).map(({ kind, results }) => ({
    value: SEARCH_KINDS[kind].label,
    items: results.map(({ imageUrl, ...result }) => ({ ...result, kind, ...(kind === 'product' && { imageUrl }), key: `${kind} ${result.id}` })),
  }));
  const isCodeFound = found[0]?.items[0]?.isExact === true;
  const isPageMeant = called.some(({ title }) => title.toLowerCase().startsWith(text.toLowerCase()));
  return filled(isPageMeant && !isCodeFound ? [pages, ...found] : [...found, pages]);
}

/** Where the page that adds products is. */
const ADD_PRODUCT = '/products/new';

/** What is offered where nothing is called so: adding it, for whoever may. */
export function choicesToAdd(text: string, places: readonly Place[]): ChoiceGroup[] {
  const adds = places.filter(({ path }) => path === ADD_PRODUCT).slice(0, 1);
  const items = adds.map(({ title, path }) =>
    toChoice('place', { title: `${title} ${text}`, path: `${path}?code=${encodeURIComponent(JSON.stringify(text))}` }),
  );
  return filled([{ value: 'Pages and actions', items }]);
}

/** What Enter opens without being chosen: the record that the code names, or the page of that very name. */
export function exactOf(groups: readonly ChoiceGroup[]): Choice | undefined {
  return groups.flatMap(({ items }) => items).find(({ isExact }) => isExact);
}

/** A page is known at once: no answer has to come for it. */
export function isPlace({ key }: Choice): boolean {
  return key.startsWith('place ');
}

/** Whether somebody may still open what they have opened. */
export function isStillOpen({ kind, path }: RecentPlace, { roles, places }: { roles: readonly string[]; places: readonly Place[] }): boolean {
  if (kind !== 'place') return isPermitted(roles, SEARCH_KINDS[kind].permission);
  // What was to be added stands behind the page's own address.
  const page = path.startsWith(`${ADD_PRODUCT}?`) ? ADD_PRODUCT : path;
  return places.some((place) => place.path === page);
}

/** As the list calls them. */
export function namesOf(kinds: readonly SearchKind[]): string {
  return kinds.map((kind) => SEARCH_KINDS[kind].label).join(', ');
}

function filled(groups: ChoiceGroup[]): ChoiceGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

/** Those whose name holds each word; first those that begin with the text. */
function placesCalled(text: string, places: readonly Place[]): Place[] {
  const words = text.toLowerCase().split(/\s+/);
  const called = places.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const begins = ({ title }: Place) => title.toLowerCase().startsWith(text.toLowerCase());
  return [...called.filter(begins), ...called.filter((place) => !begins(place))].slice(0, MAX_PLACES);
}

function isCalled(text: string, { title }: Place): boolean {
  return title.toLowerCase() === text.toLowerCase();
}

function toChoice(prefix: string, { title, detail, path }: Place): Choice {
  return { key: `${prefix} ${path}`, kind: 'place', title, detail: detail ?? null, path, isExact: false };
}
