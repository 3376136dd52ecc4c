import { expect } from '@playwright/test';
import { openScreen, test } from '../support/stack.ts';

test('accepts a day typed digit by digit and requests nothing for an incomplete one', async ({ page, stack }) => {
  await openScreen(page, stack, '/reports?type=competitor-map-compliance&competitors=all&from=2026-08-23&to=2026-11-21');
  const start = page.getByLabel('Start Date');
  const end = page.getByLabel('End Date');
  await start.focus();
  await page.keyboard.type('09012026', { delay: 50 });
  await expect(start).toHaveValue('2026-09-01');
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-09-01');
  await end.focus();
  await page.keyboard.type('11152026', { delay: 50 });
  await expect(end).toHaveValue('2026-11-15');

  // An incomplete year is not a date.
  await start.focus();
  await page.keyboard.type('09012', { delay: 50 });
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-09-01');
  await page.keyboard.press('Shift+Tab');
  await page.goto(`${stack.url}/reports?type=competitor-map-compliance&competitors=all&from=1950-01-01&to=2026-11-15`);
  await expect(page.getByText('A report covers at most 3,660 days')).toBeVisible();
});
