import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { advance, dialogOf, openScreen, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial' });

/** Longer than the simulated marketplace needs for a report. */
const REPORT_MS = 60_000;

const rowOf = (page: Page, title: string) => page.getByRole('table', { name: 'Background jobs' }).getByRole('row', { name: title }).first();

test('runs the first imports automatically; a person can start, watch and read one', async ({ page, stack }) => {
  await openScreen(page, stack, '/jobs');
  const listings = rowOf(page, 'Import listings');
  // The journeys before determine whether it has ended.
  await expect(listings).toContainText(/Waiting for Amazon to generate the report|5,000 rows/);
  await advance(stack, REPORT_MS);
  await expect(listings).toContainText('5,000 rows');
  await expect(listings).toContainText('Schedule');
  const start = page.getByRole('button', { name: 'Import listings', exact: true });
  await start.press('Enter');
  await expect(listings).toContainText(/Queued|Running|Waiting/);
  await expect(start).toBeFocused();
  await listings.getByRole('button').click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('Waiting for Amazon to generate the report');
  await advance(stack, REPORT_MS);
  await expect(dialog.getByRole('list', { name: 'Log' })).toContainText("Amazon's ID of the report is");
  await expectAccessible(page);
  // Quantities reach Amazon by themselves, so some listings may have changed there since.
  await expect(dialog).toContainText(/5,000 read · 0 new · [\d,]+ changed · [\d,]+ unchanged · 0 rejected/);
  await expect(dialog).toContainText('Done');
});
