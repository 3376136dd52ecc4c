import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { wedge } from '../support/scanner.ts';
import { dialogOf, freePort, openScreen, Stack, test } from '../support/stack.ts';

const PRODUCTS = 50;

test('goes from an empty installation to imported products, printed shelf labels and a first scan', async ({ page }) => {
  const empty = new Stack(await freePort(), { STOWAGE_DEMO: 'off' }, { from: 'nothing' });
  await empty.start();
  try {
    await openScreen(page, empty, '/admin-dashboard');
    const guide = page.getByRole('list', { name: 'Steps' });
    await expect(guide.getByText('The catalog is empty')).toBeVisible();

    await page.goto(`${empty.url}/localinventoryadjustment?tab=locations&place=pattern`);
    await dialogOf(page).getByLabel('Pattern').fill('K × 1–20');
    await dialogOf(page).getByRole('button', { name: 'Add 20 locations' }).click();
    await dialogOf(page).getByLabel('Print by').selectOption({ label: 'PDF file for label sheets, A4 or Letter' });
    const [sheet] = await Promise.all([page.waitForEvent('download'), dialogOf(page).getByRole('button', { name: 'Print 20 labels' }).click()]);
    expect(
      readFileSync(await sheet.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    await page.goto(`${empty.url}/bring-in-data?kind=products`);
    const rows = Array.from({ length: PRODUCTS }, (_, nth) => `Lamp ${nth + 1};DAY-${nth + 1};Norden`);
    const content = ['Our products', '', 'Title;SKU;Vendor', ...rows].join('\r\n');
    await page.getByLabel('File of products').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await page.getByRole('button', { name: `Apply ${PRODUCTS} rows` }).click();
    await expect(page.getByText(`Applied: ${PRODUCTS} new, 0 changed.`)).toBeVisible();

    await page.goto(`${empty.url}/merchantfulfilledinventory`);
    await expect(page.getByRole('option', { name: 'K-7', exact: true })).toBeAttached();
    await page.getByLabel('Location').selectOption('K-7');
    await wedge(page, ['DAY-7']);
    await expect(page.getByText('Added to K-7')).toBeVisible();

    await page.goto(`${empty.url}/admin-dashboard`);
    await expect(guide.getByText('Units were scanned')).toBeVisible();
    await expect(guide.getByText(`${PRODUCTS} listings`)).toBeVisible();
  } finally {
    await empty.stop();
    empty.remove();
  }
});
