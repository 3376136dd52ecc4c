import { expect, type Page } from '@playwright/test';
import { dialogOf, openScreen, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial' });

const rowOf = (page: Page, title: string) => page.getByRole('table', { name: 'Background jobs' }).getByRole('row', { name: title }).first();
const checkedCount = async (page: Page) => Number(/^([\d,]+) checked/m.exec(await dialogOf(page).innerText())?.[1]?.replaceAll(',', '') ?? 0);

test('cancels a job, runs it again and continues after the server was killed', async ({ page, stack }) => {
  await openScreen(page, stack, '/jobs');
  // Starts one unless the first start's import is still open.
  await page.getByRole('button', { name: 'Import competitor offers', exact: true }).press('Enter');
  await expect(rowOf(page, 'Import competitor offers')).toContainText(/Queued|Running|Waiting/);
  await rowOf(page, 'Import competitor offers').getByRole('button').click();
  const dialog = dialogOf(page);
  await expect.poll(() => checkedCount(page)).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Cancel the job' }).press('Enter');
  await expect(dialog).toContainText('Canceled');
  await expect(dialog.getByText('Close', { exact: true })).toBeFocused();
  await page.reload();
  await expect(dialog).toContainText('Canceled');
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog).not.toContainText('Canceled');
  await expect.poll(() => checkedCount(page)).toBeGreaterThan(19);
  const before = await checkedCount(page);
  await stack.kill();
  await stack.start();
  await page.reload();
  // It resumes with its state: the earlier request is not lost.
  await expect.poll(() => checkedCount(page)).toBeGreaterThan(before);
  await dialog.getByRole('button', { name: 'Cancel the job' }).click();
  await expect(dialog).toContainText('Canceled');
});
