import { expect, type Page } from '@playwright/test';
import { ask } from '../api.ts';
import { openScreen, type Stack } from '../stack.ts';

export async function openScanScreen(page: Page, stack: Stack): Promise<void> {
  await openScreen(page, stack, '/merchantfulfilledinventory');
  await expect(page.getByRole('option', { name: 'A-1', exact: true })).toBeAttached();
  await expect(page.getByText(/^Showing/)).toBeVisible();
}

/** The records with one of these codes, as the API lists them. */
export async function recorded(page: Page, codes: readonly string[]): Promise<string[]> {
  const rows = await ask<{ identifier: string }[]>(page, '/api/localinventoryaudithistory', {});
  return rows.map((row) => row.identifier).filter((identifier) => codes.includes(identifier));
}

export const uniqueCodes = (mark: string, count: number) => Array.from({ length: count }, (_, i) => `Z${mark}${String(i).padStart(8 - mark.length, '0')}`);
