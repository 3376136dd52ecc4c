import { expect, type Page } from '@playwright/test';
import { ask } from '../api.ts';
import { advance, openScreen, type Stack } from '../stack.ts';

export async function openSettings(page: Page, stack: Stack): Promise<void> {
  await openScreen(page, stack, '/admin/settings');
  await expect(page.getByRole('button', { name: 'Sync Merchant Fulfilled Inventory' })).toBeVisible();
}

/** Waits for the listings and price lists that the demo imports automatically; a preview needs them. */
export async function waitForListings(page: Page, stack: Stack): Promise<void> {
  const count = async () => {
    await advance(stack, 30_000);
    const { clearableListings } = await ask<{ clearableListings: number }>(page, '/api/pricing/settings');
    return clearableListings;
  };
  await expect.poll(count).toBeGreaterThan(1_000);
}
