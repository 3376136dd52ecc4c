import { expect, type Page } from '@playwright/test';
import { wedge } from '../support/scanner.ts';
import { type Stack, signIn, test } from '../support/stack.ts';

async function openScanScreen(page: Page, stack: Stack): Promise<void> {
  await signIn(page, stack);
  await page.goto(`${stack.url}/merchantfulfilledinventory`);
  await expect(page.getByRole('option', { name: 'A-1', exact: true })).toBeAttached();
  await expect(page.getByText(/^Showing/)).toBeVisible();
}

/** The records in the database whose code is one of these, as the API lists them. */
async function recorded(page: Page, codes: readonly string[]): Promise<string[]> {
  const rows = await page.evaluate(async () => {
    const answer = await fetch('/api/localinventoryaudithistory', { method: 'POST', headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` } });
    return (await answer.json()) as { identifier: string }[];
  });
  return rows.map((row) => row.identifier).filter((identifier) => codes.includes(identifier));
}

const uniqueCodes = (mark: string, count: number) => Array.from({ length: count }, (_, i) => `Z${mark}${String(i).padStart(8 - mark.length, '0')}`);

test('a server that is killed in the middle of a burst loses nothing and doubles nothing', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('K', 20);
  await wedge(page, codes.slice(0, 8));
  await stack.killTree();
  await wedge(page, codes.slice(8));
  await expect(page.getByText('Not saved yet, retrying').first()).toBeVisible();
  await stack.start();
  await expect.poll(async () => (await recorded(page, codes)).length, { timeout: 20_000 }).toBe(20);
  expect((await recorded(page, codes)).sort()).toEqual(codes);
});
