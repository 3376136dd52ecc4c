import type { Page } from '@playwright/test';
import { ask } from './api.ts';
import { uniqueCodes } from './screens/scan-screen.ts';

interface MixedCodes {
  readonly codes: string[];
  /** The codes that no screen stores: they have the form of an LPN, or are unknown. */
  readonly rejected: string[];
}

/** Known, unknown and rejected codes in random order. The seed is printed, so that a failure can be repeated. */
export async function mixedCodes(page: Page, mark: string, count = 200): Promise<MixedCodes> {
  const rows = await ask<{ identifier: string }[]>(page, '/api/localinventoryaudithistory', {});
  const isFnsku = (code: string) => /^X00[0-9A-Z]{7}$/.test(code);
  const known = [...new Set(rows.map(({ identifier }) => identifier))].filter(isFnsku).slice(0, count * 0.4);
  const rejected = Array.from({ length: count * 0.3 }, (_, nth) => `LPN${mark}${String(nth).padStart(4, '0')}`);
  const codes = [...known, ...rejected, ...uniqueCodes(mark, count - known.length - rejected.length)];
  const seed = Date.now() % 100_000;
  process.stdout.write(`The order of the codes has the seed ${seed}\n`);
  return { codes: shuffled(codes, seed), rejected };
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Records the codes that the page sends, in addresses and bodies. */
export function recordSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const text = decodeURIComponent(`${new URL(request.url()).search} ${request.postData() ?? ''}`);
    sent.push(...(text.match(/[0-9A-Z]{8,}/g) ?? []));
  });
  return sent;
}

/** The texts that hold a code and more. */
export function glued(sent: readonly string[], codes: readonly string[]): string[] {
  return sent.filter((text) => codes.some((code) => text !== code && text.includes(code)));
}
