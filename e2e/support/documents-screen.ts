import { expect, type Page } from '@playwright/test';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

export const csv = (rows: number, mark: string) => Buffer.from(`sku,qty\r\n${Array.from({ length: rows }, (_, nth) => `${mark}-${nth},1`).join('\r\n')}\r\n`);
export const table = (page: Page) => page.getByRole('table', { name: 'Documents' });

export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(DESK);
}
