import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { openDashboard, test } from '../support/stack.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name });

test('reorders and hides cards with the keyboard and keeps the arrangement', async ({ page, stack }) => {
  await openDashboard(page, stack);
  const names = () => page.getByRole('region', { name: 'Numbers' }).getByRole('article').getByRole('heading').allInnerTexts();
  await expect.poll(names).toHaveLength(10);
  await page.getByRole('button', { name: 'Arrange cards' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Arrange cards' });
  const up = dialog.getByRole('button', { name: 'Move Orders to ship up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('Orders to ship');
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem').first()).toContainText('Orders to ship');
  await dialog.getByRole('checkbox', { name: 'Value at cost' }).press('Space');
  await expectAccessible(page);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/user/settings') && answer.request().method() === 'POST');
  await dialog.getByRole('checkbox', { name: 'Claimed and paid' }).press('Space');
  await saved;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Arrange cards' })).toBeFocused();
  await page.reload();
  await expect.poll(names).toHaveLength(9);
  expect((await names())[0]).toBe('Orders to ship');
  await expect(page.getByRole('region', { name: 'Units in and out' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Claimed and paid' })).toHaveCount(0);
});

test('shows the same number in a card and in its list', async ({ page, stack }) => {
  await openDashboard(page, stack);
  const lists: readonly (readonly [card: string, said: RegExp])[] = [
    ['Units on hand', /^[\d,]+ SKUs: ([\d,]+) units on hand/],
    ['Late-shipment rate 30 d', /^Late-shipment rate 30 d: ([\d.]+ %)/],
    ['PO units expected 14 d', /^([\d,]+) units? of/],
  ];
  for (const [name, said] of lists) {
    const link = card(page, name).getByRole('link');
    await expect(link).toHaveText(/\d/);
    const number = (await link.innerText()).trim();
    await link.click();
    const shown = async () => shownBy(await page.getByRole('status').allInnerTexts(), said);
    await expect.poll(shown, `the list of ${name}`).toBe(number);
    await page.goBack();
  }
  // The number depends on the offers sampled so far. The report states it for all competitors.
  await card(page, 'MAP violations 7 d').getByRole('link').click();
  await expect(page.getByText(/^([\d,]+) of \1 competitors selected$/)).toBeVisible();
});

/** The text of a line on the page. */
function shownBy(lines: readonly string[], said: RegExp): string | undefined {
  return lines.map((line) => line.trim().match(said)?.[1]).find((number) => number !== undefined);
}

test("updates the numbers after another browser's change, which can be undone here", async ({ page, stack, browser }) => {
  await openDashboard(page, stack);
  const units = card(page, 'Units on hand').getByRole('link');
  await expect(units).toHaveText(/\d/);
  const before = await units.innerText();
  await expect(page.getByRole('table', { name: 'Recent actions' }).getByRole('row').nth(1)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await openDashboard(other, stack);
  // The packing of the demo takes units too, at any moment, so the page is compared with one that was loaded anew.
  const showsWhatIs = async (stale: string) => {
    await expect(units).not.toHaveText(stale);
    const loaded = card(other, 'Units on hand').getByRole('link');
    await expect(async () => {
      await other.reload();
      await expect(loaded).toHaveText(/\d/);
      expect(await loaded.innerText()).toBe(await units.innerText());
    }).toPass({ timeout: 90_000 });
  };
  for (let nth = 0; nth < 3; nth++) await ask(other, '/api/sfinventory', { productId: 'DASHBOARD1', locationId: 'G-8', clientScanId: `dashboard-scan-${nth}` });
  await showsWhatIs(before);
  const undo = page.getByRole('table', { name: 'Recent actions' }).getByRole('button', { name: /^Undo .*DASHBOARD1$/ });
  await expect(undo).toHaveCount(3);
  const scanned = await units.innerText();
  await undo.first().press('Enter');
  await showsWhatIs(scanned);
  await expect(page.getByText('Figures of Scans per hour')).toBeVisible();
  await other.context().close();
});
