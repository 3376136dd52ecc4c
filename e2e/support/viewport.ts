import { expect, type Page } from '@playwright/test';

/** The narrowest supported phone. */
export const PHONE = { width: 360, height: 740 };
export const TABLET = { width: 768, height: 1024 };
export const DESK = { width: 1440, height: 900 };

/** Expects that the page does not scroll sideways at its present width. */
export async function expectNoSidewaysScroll(page: Page, message?: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), message).toBe(0);
}

/** Expects that the page fits a phone, and returns to the width of a desk. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(DESK);
}
