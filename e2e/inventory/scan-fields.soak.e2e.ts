import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { KETTLE, LAMP, order } from '../support/invoice-orders.ts';
import { glued, mixedCodes, recordSent } from '../support/scan-fields.ts';
import { wedge } from '../support/scanner.ts';
import { openScreen, type Stack, signIn, test } from '../support/stack.ts';

/** Codes are sent one after another, which takes a while on a busy machine. */
const ONE_BY_ONE = { timeout: 150_000 };

const CODE_LABEL = 'UPC, EAN, ASIN, SKU, or FNSKU';

interface Bench {
  readonly name: string;
  /** Part of the unknown codes. */
  readonly mark: string;
  readonly label: string;
  /** The list that holds a row for each rejected code. */
  readonly list: string;
  /** Where the codes that nothing knows are decided: on this device, or by the server. `all` are refused without a request. */
  readonly rejects?: 'server' | 'all';
  /** Opens the screen, ready for scans. @returns more codes to scan */
  readonly open: (page: Page, stack: Stack) => Promise<readonly string[]>;
}

const at = (path: string) => async (page: Page, stack: Stack) => {
  await openScreen(page, stack, path);
  return [];
};

/** Screens that store or list each code. */
const BENCHES: readonly Bench[] = [
  { name: 'scan', mark: 'S', label: CODE_LABEL, list: 'Scans', open: at('/merchantfulfilledinventory') },
  {
    ...{ name: 'audit', mark: 'U', label: CODE_LABEL, list: 'Scans' },
    async open(page, stack) {
      await openScreen(page, stack, '/localinventoryaudit');
      await expect(page.getByLabel(CODE_LABEL)).toBeFocused();
      // An audit has no location until a person chooses one.
      await page.getByLabel('Location').selectOption('B-3');
      return [];
    },
  },
  { name: 'put-away', mark: 'P', label: 'Unit, case or shelf', list: 'Put away', rejects: 'server', open: at('/merchantfulfilledinventory?tab=put-away') },
  {
    ...{ name: 'count', mark: 'C', label: CODE_LABEL, list: 'Scans' },
    async open(page, stack) {
      await signIn(page, stack);
      const { id } = await ask<{ id: number }>(page, '/api/counts', { locations: ['G-5'], isBlind: true });
      await openScreen(page, stack, `/counts/${id}`);
      await page.getByRole('button', { name: /^(Start counting|Count here)$/ }).click();
      return [];
    },
  },
  {
    ...{ name: 'packing list', mark: 'R', label: CODE_LABEL, list: 'Scans' },
    async open(page, stack) {
      await signIn(page, stack);
      const list = await order(page, 'SCAN-1');
      await openScreen(page, stack, `/receiveinventory?po=SCAN-1&tab=receive&list=${list}`);
      return [LAMP, KETTLE];
    },
  },
  {
    ...{ name: 'packing list that was not chosen', mark: 'N', label: CODE_LABEL, list: 'Scans', rejects: 'all' },
    async open(page, stack) {
      await signIn(page, stack);
      await order(page, 'SCAN-2');
      await openScreen(page, stack, '/receiveinventory?po=SCAN-2&tab=receive');
      return [];
    },
  },
  {
    ...{ name: 'order draft', mark: 'D', label: 'Add a product', list: 'Scanned and not added', rejects: 'server' },
    open: at('/purchase-orders/drafts/new'),
  },
];

for (const { name, mark, label, list, rejects, open } of BENCHES) {
  test(`gives each of 200 scanned codes its row, on the screen ${name}`, async ({ page, stack }) => {
    const more = await open(page, stack);
    const field = page.getByLabel(label);
    await (rejects === 'all' ? expect(field).toBeDisabled() : field.focus());
    const mixed = await mixedCodes(page, mark);
    const codes = [...more, ...mixed.codes];
    const rejected = rejects === 'all' ? codes : mixed.rejected;
    const sent = recordSent(page);
    await wedge(page, codes);
    const rows = page.getByRole('list', { name: list });
    await expect.poll(async () => missingIn(await rows.textContent(), rejected)).toEqual([]);
    const stored = rejects === 'server' ? codes : codes.filter((code) => !rejected.includes(code));
    await expect.poll(() => stored.filter((code) => !sent.includes(code)), ONE_BY_ONE).toEqual([]);
    await expect(page.getByText('Saving', { exact: true })).toHaveCount(0);
    expect(glued(sent, codes)).toEqual([]);
    // A draft's field keeps a code that was not found, selected.
    expect(['', codes.at(-1)]).toContain(await field.inputValue());
  });
}

test('verifies each of 200 scanned codes against the open order', async ({ page, stack }) => {
  await signIn(page, stack);
  const { data } = await ask<{ data: { order_id: string; waiting: number; is_cancel_open: boolean; order_status: string }[] }>(page, '/api/orders?size=100');
  // The crew of the demo starts those that are due first.
  const { order_id } = data.findLast((one) => one.waiting === 0 && !one.is_cancel_open && one.order_status === 'Unshipped') ?? { order_id: '' };
  await openScreen(page, stack, `/sellerfulfilledorders?verify=${order_id}`);
  const field = page.getByLabel('Scan FNSKU or UPC');
  await expect(field).toBeFocused();
  // Unknown codes only: after the right one, the field waits for a person.
  const codes = (await mixedCodes(page, 'V')).codes.filter((code) => !code.startsWith('X00'));
  const sent = recordSent(page);
  await wedge(page, codes);
  await expect.poll(() => codes.filter((code) => !sent.includes(code)), ONE_BY_ONE).toEqual([]);
  await expect(page.getByRole('dialog').getByText(codes.at(-1) ?? '', { exact: true })).toBeVisible();
  expect(glued(sent, codes)).toEqual([]);
});

/** The dashboard has a scan field; on a page without one, the search in the top bar takes the scans. */
const SEARCHES = [
  ['/', 'Scan or search anything', 'H'],
  ['/feed-status', 'Search', 'F'],
] as const;

for (const [path, label, mark] of SEARCHES)
  test(`lists each of 200 codes that are scanned on ${path}, with its result`, async ({ page, stack }) => {
    await openScreen(page, stack, path);
    await (path === '/' ? expect(page.getByRole('combobox', { name: label })).toBeFocused() : expect(page.getByRole('heading', { level: 1 })).toBeVisible());
    const { codes } = await mixedCodes(page, mark);
    const sent = recordSent(page);
    await wedge(page, codes);
    const results = page.getByRole('listbox', { name: 'Search results' });
    // On a busy machine the first code may have its record open already; that page names it.
    await expect.poll(async () => missingIn(await page.locator('body').textContent(), codes), ONE_BY_ONE).toEqual([]);
    await expect.poll(() => codes.filter((code) => !sent.includes(code)), ONE_BY_ONE).toEqual([]);
    await expect(results.getByText('Searching...', { exact: true })).toHaveCount(0);
    expect(glued(sent, codes)).toEqual([]);
  });

/** The codes that a list doesn't show. */
function missingIn(text: string | null, codes: readonly string[]): string[] {
  return codes.filter((code) => text?.includes(code) !== true);
}
