import { addressText, STRUCTURE } from '@stowage/contract/formats/address-text';
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

const stringify = stringifySearchWith(JSON.stringify);

/** Writes the parts of an address as plain text, `?feed=900123`: the reader of each page knows which parts are texts. */
export function stringifySearch(search: Record<string, unknown>): string {
  return stringify(Object.fromEntries(Object.entries(search).map(([name, value]) => [name, typeof value === 'string' ? addressText(value) : value])));
}

/** Reads such an address, also one with quoted texts, as in older links. Numbers and true are numbers and true only if they are written so. */
export const parseSearch = parseSearchWith((text) => (STRUCTURE.test(text) ? JSON.parse(text) : text));
