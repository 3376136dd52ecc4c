import { expect, type Page } from '@playwright/test';
import { advance, type Stack, signIn } from './stack.ts';

export async function openSettings(page: Page, stack: Stack): Promise<void> {
  await signIn(page, stack);
  await page.goto(`${stack.url}/admin/settings`);
  await expect(page.getByRole('button', { name: 'Sync Merchant Fulfilled Inventory' })).toBeVisible();
}

/** The demo imports its listings and price lists by itself; a preview finds them when they are there. */
export async function waitForListings(page: Page, stack: Stack): Promise<void> {
  const count = async () => {
    await advance(stack, 30_000);
    return page.evaluate(async () => {
      const answer = await fetch('/api/pricing/settings', { headers: { authorization: `Bearer ${localStorage.getItem('jwt')}` } });
      return ((await answer.json()) as { clearableListings: number }).clearableListings;
    });
  };
  await expect.poll(count, { timeout: 90_000 }).toBeGreaterThan(1_000);
}
