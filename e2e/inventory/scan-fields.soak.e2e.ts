import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { uniqueCodes } from '../support/scan-screen.ts';
import { wedge } from '../support/scanner.ts';
import { openScreen, test } from '../support/stack.ts';

const REJECTED = 60;

/** Screens that store or list each code. `list` holds a row for each one that is rejected. */
const BENCHES = [
  { name: 'scan', path: '/merchantfulfilledinventory', label: 'UPC, EAN, ASIN, SKU, or FNSKU', list: 'Scans' },
  { name: 'audit', path: '/localinventoryaudit', label: 'UPC, EAN, ASIN, SKU, or FNSKU', list: 'Scans' },
  { name: 'put-away', path: '/merchantfulfilledinventory?tab=put-away', label: 'Unit, case or shelf', list: 'Put away' },
] as const;

/** Screens whose field looks codes up: each code replaces the one before. */
const LOOKUPS = [
  { path: '/localinventoryadjustment', label: 'Identifier' },
  { path: '/localinventoryreport', label: 'Identifier' },
] as const;

/** Known, unknown and rejected codes in random order. The seed is printed, so that a failure can be repeated. */
async function mixedCodes(page: Page, mark: string): Promise<{ codes: string[]; rejected: string[] }> {
  const rows = await ask<{ identifier: string }[]>(page, '/api/localinventoryaudithistory', {});
  const known = [...new Set(rows.map(({ identifier }) => identifier))].filter((code) => /^X00[0-9A-Z]{7}$/.test(code)).slice(0, 80);
  const rejected = Array.from({ length: REJECTED }, (_, nth) => `LPN${mark}${String(nth).padStart(4, '0')}`);
  const codes = [...known, ...rejected, ...uniqueCodes(mark, 200 - known.length - REJECTED)];
  const seed = Date.now() % 100_000;
  console.log(`The order of the codes has the seed ${seed}`);
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
function recordSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const text = decodeURIComponent(`${new URL(request.url()).search} ${request.postData() ?? ''}`);
    sent.push(...(text.match(/[0-9A-Z]{8,}/g) ?? []));
  });
  return sent;
}

/** The texts that hold a code and more. */
function glued(sent: readonly string[], codes: readonly string[]): string[] {
  return sent.filter((text) => codes.some((code) => text !== code && text.includes(code)));
}

for (const { name, path, label, list } of BENCHES) {
  test(`gives each of 200 scanned codes its row, on the screen ${name}`, async ({ page, stack }) => {
    await openScreen(page, stack, path);
    await expect(page.getByLabel(label)).toBeFocused();
    // An audit has no location until a person chooses one.
    if (name === 'audit') await page.getByLabel('Location').selectOption('B-3');
    const { codes, rejected } = await mixedCodes(page, name === 'scan' ? 'S' : name === 'audit' ? 'U' : 'P');
    const sent = recordSent(page);
    await wedge(page, codes);
    const rows = page.getByRole('list', { name: list });
    for (const code of rejected) await expect(rows.getByText(code).first()).toBeAttached();
    const accepted = codes.filter((code) => !rejected.includes(code) || name === 'put-away');
    await expect.poll(() => accepted.filter((code) => !sent.includes(code))).toEqual([]);
    await expect(page.getByText('Saving', { exact: true })).toHaveCount(0);
    expect(glued(sent, codes)).toEqual([]);
    await expect(page.getByLabel(label)).toHaveValue('');
  });
}

for (const { path, label } of LOOKUPS) {
  test(`looks up the last of 200 scanned codes, and none glued to another, on ${path}`, async ({ page, stack }) => {
    await openScreen(page, stack, path);
    await page.getByRole('textbox', { name: label }).focus();
    const { codes } = await mixedCodes(page, 'L');
    const sent = recordSent(page);
    await wedge(page, codes);
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(codes.at(-1) ?? '');
    await expect.poll(() => sent.at(-1)).toBe(codes.at(-1));
    expect(glued(sent, codes)).toEqual([]);
  });
}
