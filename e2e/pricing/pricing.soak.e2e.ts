import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectAccessible } from '../support/axe.ts';
import { openSettings, waitForListings } from '../support/screens/settings-screen.ts';
import { advance, test } from '../support/stack.ts';

const SYNC_MS = 150_000;
/** The simulated marketplace works through a feed at ten milliseconds a change, after up to a minute in its queue. */
const FEED_MS = 5 * 60_000;

/** Checks the feeds that the marketplace has queued or is processing, also one of quantities, now instead of at their next scheduled check. */
async function checkFeeds(page: Page): Promise<void> {
  const { data } = await ask<{ data: { id: number; status: string }[] }>(page, '/api/feeds/status?feedType=JSON_LISTINGS_FEED');
  const feedIds = data.filter(({ status }) => status === 'pending' || status === 'processing').map(({ id }) => id);
  if (feedIds.length > 0) await ask(page, '/api/feeds/check-selected', { feedIds });
}

test('shows a sync to a second administrator and continues it after a lost connection and a reload', async ({ page, stack, browser }) => {
  test.setTimeout(3 * SYNC_MS);
  await openSettings(page, stack);
  await waitForListings(page, stack);
  const other = await browser.newPage();
  await openSettings(other, stack);

  await page.getByRole('button', { name: 'Sync Merchant Fulfilled Inventory' }).click();
  await expect(page.getByRole('radio', { name: 'Percentage off MAP' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Sync Inventory', exact: true })).toBeVisible();
  await page.getByLabel("Preview output only (don't submit to Amazon)").check();
  await expect(page.getByRole('button', { name: 'Preview', exact: true })).toBeVisible();
  await page.getByLabel("Preview output only (don't submit to Amazon)").uncheck();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sync Inventory', exact: true }).click();

  const panel = page.getByRole('region', { name: 'Feed Submission Status' });
  await expect(panel.getByText('SUBMITTING', { exact: true })).toBeVisible({ timeout: SYNC_MS });
  await expect(panel.getByText(/Feed ID: \d+/)).toBeVisible();
  await expect(other.getByRole('region', { name: 'Feed Submission Status' }).getByText('SUBMITTING', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.context().setOffline(true);
  await expect(panel.getByText('Connection error. Status updates unavailable.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(panel.getByText('Connection error. Status updates unavailable.')).toBeHidden();

  await page.reload();
  await expect(panel.getByText(/Feed ID: \d+/)).toBeVisible();
  await advance(stack, FEED_MS);
  await expect(async () => {
    await checkFeeds(page);
    await expect(panel.getByText('Process complete.')).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: SYNC_MS });
  await expect(panel.getByText('100%')).toBeVisible();
  // Only a page that saw the job run names its end on the button; on a slow machine it ends before the reload.
  await expect(other.getByRole('button', { name: 'Inventory Synced - Process Complete' })).toBeVisible();
  await other.close();

  await expect(panel.getByText(/listings (will be )?checked/)).toBeVisible();
  await panel.getByRole('button', { name: 'Results' }).click();
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: 'Results' })).toBeFocused();

  await panel.getByRole('link', { name: 'Pricing breakdown' }).click();
  await expect(page.getByRole('heading', { name: /^Pricing Breakdown Data \([\d,]+ items\)$/ })).toBeVisible();
  const sorted = page.waitForResponse((answer) => answer.request().postDataJSON()?.sortField !== undefined);
  await page.getByRole('button', { name: 'MAP Price' }).click();
  await sorted;
  // The answer of the sort may put another row under the pointer in this moment.
  await expect(async () => {
    const details = page.getByRole('button', { name: /^Details of / }).first();
    if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
    await expect(page.getByText('Threshold Enforced').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^pricing-breakdown-.*\.csv$/);

  await page.goto(`${stack.url}/feed-status`);
  await page.getByRole('button', { name: 'Check 0 Selected' }).click();
  await expect(page.getByRole('alert').getByText('Please select at least one feed to check')).toBeVisible();
  await expectAccessible(page);
  // Patches of quantities appear above it meanwhile.
  const name = await page
    .getByRole('button', { name: /^View \d/ })
    .last()
    .getAttribute('aria-label');
  const view = page.getByRole('button', { name: name ?? '', exact: true });
  await view.press('Enter');
  await expect(page.getByRole('table', { name: 'Results' })).toBeVisible();
  await page.getByRole('tab', { name: 'Raw Feed Data' }).click();
  await expect(page.getByRole('region', { name: 'Raw Feed Data' })).toContainText('JSON_LISTINGS_FEED');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();
});
