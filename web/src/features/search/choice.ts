import type { OutputOf } from '@stowage/contract/endpoint';
import { addressPart } from '@stowage/contract/formats/address-text';
import { isPermitted } from '@stowage/contract/permissions';
import { SEARCH_KINDS, type SearchKind, type search } from '@stowage/contract/search/search';

type Answer = OutputOf<typeof search>;

/** A page or an action of the application. */
export interface Place {
  readonly title: string;
  readonly detail?: string;
  readonly path: string;
}

type ChoiceKind = SearchKind | 'place';

/** An entry of the recent searches. */
export interface RecentPlace extends Place {
  readonly kind: ChoiceKind;
}

/** An entry of the list. */
export interface Choice {
  readonly key: string;
  readonly kind: ChoiceKind;
  readonly title: string;
  readonly detail: string | null;
  /** undefined for kinds without pictures. */
  readonly imageUrl?: string | null;
  readonly path: string;
  readonly isExact: boolean;
  /** The scanned code whose record is still searched. */
  readonly awaited?: string;
}

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

/** The groups of the list: recent searches for an empty text; otherwise results and matching pages. */
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

const ADD_PRODUCT = '/products/new';

/** Offers to add a product when the search has no results. */
export function choicesToAdd(text: string, places: readonly Place[]): ChoiceGroup[] {
  const adds = places.filter(({ path }) => path === ADD_PRODUCT).slice(0, 1);
  const items = adds.map(({ title, path }) => toChoice('place', { title: `${title} ${text}`, path: `${path}?code=${addressPart(text)}` }));
  return filled([{ value: 'Pages and actions', items }]);
}

/** The result of a code that was scanned, or why there is none. */
interface ScannedCode {
  readonly code: string;
  readonly found: Choice | undefined;
  /** undefined while the search goes on, or with a match. */
  readonly problem: string | undefined;
}

/**
 * One choice for each scanned code: its record, or the page that adds it as a product. Without either, its path is empty.
 * @param chosen the code whose record opens once it is found
 */
export function choicesOfScans(scans: readonly ScannedCode[], places: readonly Place[], chosen: string | undefined): ChoiceGroup[] {
  const items = scans.map(({ code, found, problem }): Choice => {
    const key = `scan ${code}`;
    if (found !== undefined) return { ...found, key, detail: [code, found.detail].filter((part) => part !== null).join(' · ') };
    const add = problem === NO_RESULTS ? choicesToAdd(code, places)[0]?.items[0] : undefined;
    const detail = problem ?? (code === chosen ? 'Opens once it is found...' : 'Searching...');
    return { key, kind: 'place', title: add?.title ?? code, detail, path: add?.path ?? '', isExact: false, ...(problem === undefined && { awaited: code }) };
  });
  return filled([{ value: 'Scans', items }]);
}

export const NO_RESULTS = 'No results';

/** Returns the exact match that Enter opens: the record with the code, or the page with the name. */
export function exactOf(groups: readonly ChoiceGroup[]): Choice | undefined {
  return groups.flatMap(({ items }) => items).find(({ isExact }) => isExact);
}

/** Pages need no answer from the server. */
export function isPlace({ key }: Choice): boolean {
  return key.startsWith('place ');
}

/** Whether the person still has permission for a recent search. */
export function isStillOpen({ kind, path }: RecentPlace, { roles, places }: { roles: readonly string[]; places: readonly Place[] }): boolean {
  if (kind !== 'place') return isPermitted(roles, SEARCH_KINDS[kind].permission);
  // The address of the page that adds a product also contains the code.
  const page = path.startsWith(`${ADD_PRODUCT}?`) ? ADD_PRODUCT : path;
  return places.some((place) => place.path === page);
}

/** The labels of kinds, joined for a message. */
export function namesOf(kinds: readonly SearchKind[]): string {
  return kinds.map((kind) => SEARCH_KINDS[kind].label).join(', ');
}

function filled(groups: ChoiceGroup[]): ChoiceGroup[] {
  return groups.filter(({ items }) => items.length > 0);
}

/** Returns the places whose title contains each word; titles that begin with the text come first. */
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
