import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { pressEnter } from '../support/keyboard.ts';
import { wedge } from '../support/scanner.ts';
import { openScanScreen, recorded, uniqueCodes } from '../support/screens/scan-screen.ts';
import { dialogOf, test } from '../support/stack.ts';

function field(page: Page) {
  return page.getByLabel('UPC, EAN, ASIN, SKU, or FNSKU');
}

test('lists a scanned product in the history', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  await expect(field(page)).toBeFocused();
  const firstRow = page.getByRole('table', { name: 'Inventory History' }).getByRole('row').nth(1);
  const code = (await firstRow.getByRole('cell').nth(1).innerText()).trim();
  await page.getByLabel('Location').selectOption('B-3');
  await expect(field(page)).toBeFocused();
  await wedge(page, [code]);
  await expect(page.getByText('Added to B-3')).toBeVisible();
  await expect(firstRow.getByRole('cell').nth(5)).toHaveText('B-3');
  await expect(field(page)).toHaveValue('');
  await expectAccessible(page);
});

test('records twenty codes scanned within two seconds, each once', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('A', 20);
  await wedge(page, codes);
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(20);
  expect((await recorded(page, codes)).sort()).toEqual(codes);
});

test('rejects invalid codes within a burst without affecting the others', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('M', 14);
  await wedge(
    page,
    codes.flatMap((code, i) => (i % 3 === 2 ? [code, `bad${i}`] : [code])),
  );
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(14);
  await expect(page.getByText('Not added', { exact: true }).first()).toBeVisible();
  expect((await recorded(page, codes)).sort()).toEqual(codes);
});

test('does not scan text again that was submitted after a pause', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('P', 2);
  await page.route('**/api/sfinventory', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.keyboard.type(codes[0] ?? '');
  await page.waitForTimeout(1_200);
  await page.keyboard.press('Enter');
  await wedge(page, codes.slice(1));
  await page.unroute('**/api/sfinventory', { behavior: 'wait' } as never).catch(() => {});
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(2);
  await page.waitForTimeout(1_000);
  expect((await recorded(page, codes)).sort()).toEqual(codes);
});

test('sends pending scans from any screen and shows how many are pending', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('S', 2);
  await page.route('**/api/sfinventory', (route) => route.abort());
  await wedge(page, codes);
  await page.getByRole('link', { name: 'Returns' }).click();
  await expect(page.getByRole('button', { name: /scans? not saved/ })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/sfinventory');
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(2);
  await expect(page.getByRole('button', { name: /scans? not saved/ })).toHaveCount(0);
});

test('reads a burst outside every field as a scan that confirms no dialog', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('W', 2);
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete Item' });
  await expect(dialog).toBeVisible();
  await wedge(page, codes.slice(0, 1));
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(1);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).focus();
  await wedge(page, ['A-2']);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();
  await expect(page.getByLabel('Location')).toHaveValue('A-2');
  await page.locator('h1').click();
  await wedge(page, codes.slice(1));
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(2);
});

for (const dialogName of ['Edit', 'Delete']) {
  test(`changes and closes nothing when a long burst arrives while the ${dialogName} dialog is open`, async ({ page, stack }) => {
    await openScanScreen(page, stack);
    await page
      .getByRole('button', { name: new RegExp(`^${dialogName}`) })
      .and(page.locator(':enabled'))
      .last()
      .click();
    await expect(dialogOf(page)).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/sfinventory') && sent.push((request.postDataJSON() as { productId: string }).productId));
    const codes = uniqueCodes(dialogName === 'Edit' ? 'F' : 'G', 14);
    await wedge(page, codes);
    await expect.poll(async () => (await recorded(page, codes)).length).toBe(14);
    expect(sent).toEqual(codes);
    await expect(dialogOf(page)).toBeVisible();
  });
}

test('reads a burst in the search field as a scan', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('Q', 3);
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.focus();
  await wedge(page, codes);
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(3);
  await expect(search).toHaveValue('');
});

test('changes the location on a slow key in the drop-down, not on a burst', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const location = page.getByLabel('Location');
  const codes = uniqueCodes('D', 1).map((code) => `B${code.slice(1)}`);
  await location.focus();
  await wedge(page, codes);
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(1);
  await expect(location).toHaveValue('A-1');
  await location.focus();
  await page.keyboard.press('c');
  await expect(location).toHaveValue('C-1');
});

test('replaces a location that does not exist', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  await page.goto(`${stack.url}/merchantfulfilledinventory?location=NOPE`);
  const codes = uniqueCodes('N', 1);
  await expect(page.getByLabel('Location')).toHaveValue('A-1');
  await wedge(page, codes);
  await expect(page.getByText('Added to A-1')).toBeVisible();
});

test("shows each browser the other's scans without a reload", async ({ page, browser, stack }) => {
  await openScanScreen(page, stack);
  const context = await browser.newContext();
  const other = await context.newPage();
  await openScanScreen(other, stack);
  await other.waitForTimeout(500);
  const [code = ''] = uniqueCodes('L', 1);
  await wedge(page, [code]);
  await expect(other.getByRole('row').filter({ hasText: code })).toBeVisible();
  await context.close();
});

test('edits, deletes and restores with the keyboard only', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const [code = ''] = uniqueCodes('E', 1);
  await wedge(page, [code]);
  const row = page.getByRole('row').filter({ hasText: code });
  await pressEnter(row.getByRole('button', { name: /^Edit/ }));
  const edit = page.getByRole('dialog', { name: 'N/A' });
  await expect(edit).toBeVisible();
  await expectAccessible(page);
  await edit.getByLabel('Location').selectOption('G-8');
  await pressEnter(edit.getByRole('button', { name: 'Save' }));
  await expect(row.getByRole('cell').nth(5)).toHaveText('G-8');
  await expect(field(page)).toBeFocused();

  await pressEnter(row.getByRole('button', { name: /^Delete/ }));
  const remove = page.getByRole('dialog', { name: 'Delete Item' });
  await expect(remove.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Item deleted successfully').first()).toBeVisible();
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeDisabled();
  const decorations = await row
    .locator('td:has(s) :not(:has(*))')
    .evaluateAll((all) => all.filter((one) => one.textContent !== '').map((one) => getComputedStyle(one).textDecorationLine));
  expect(decorations).toHaveLength(7);
  expect(new Set(decorations)).toEqual(new Set(['line-through']));

  await pressEnter(row.getByRole('button', { name: /^Restore/ }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Item restored successfully').first()).toBeVisible();
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeEnabled();
});

test('stores page numbers and open dialogs in the address', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(page).toHaveURL(/page=3/);
  await page.reload();
  await expect(page.getByText(/^Showing/)).toContainText('21 to 30 of more than 10,000');
  await page.getByRole('button', { name: /^Edit/ }).and(page.locator(':enabled')).first().click();
  await expect(page).toHaveURL(/dialog=edit/);
  await page.reload();
  await expect(dialogOf(page)).toBeVisible();
  await page.goto(`${stack.url}/merchantfulfilledinventory?page=5000`);
  await expect(page.getByText(/^Showing/)).toContainText('9,991 to 10,000 of more than 10,000');
});

test('refuses a malformed code in words and colour', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  for (const [code, message] of [
    ['1234567', 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU'],
    ['LPNRR1234567', 'LPN codes are not supported'],
  ] as const) {
    await wedge(page, [code]);
    await expect(page.getByText(message).first()).toBeVisible();
  }
  await expectAccessible(page);
});
