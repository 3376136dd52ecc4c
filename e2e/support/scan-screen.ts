import { expect, type Page } from '@playwright/test';
import { type Stack, signIn } from './stack.ts';

export async function openScanScreen(page: Page, stack: Stack): Promise<void> {
  await signIn(page, stack);
  await page.goto(`${stack.url}/merchantfulfilledinventory`);
  await expect(page.getByRole('option', { name: 'A-1', exact: true })).toBeAttached();
  await expect(page.getByText(/^Showing/)).toBeVisible();
}

/** The records in the database whose code is one of these, as the API lists them. */
export async function recorded(page: Page, codes: readonly string[]): Promise<string[]> {
  const rows = await page.evaluate(async () => {
    const answer = await fetch('/api/localinventoryaudithistory', { method: 'POST', headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` } });
    return (await answer.json()) as { identifier: string }[];
  });
  return rows.map((row) => row.identifier).filter((identifier) => codes.includes(identifier));
}

export const uniqueCodes = (mark: string, count: number) => Array.from({ length: count }, (_, i) => `Z${mark}${String(i).padStart(8 - mark.length, '0')}`);
