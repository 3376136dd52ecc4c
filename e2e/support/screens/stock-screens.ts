import { expect, type Page } from '@playwright/test';
import { ask } from '../api.ts';

/** The locations that hold units of an identifier, as the API lists them. */
export const locationsOf = (page: Page, identifier: string) => ask<{ location: string; count: number }[]>(page, '/api/searchbyidentifier', { identifier });

/** Waits until a tile shows a number. The share of the total beside it may have the same digits. */
export async function expectTile(page: Page, name: string, value: number): Promise<void> {
  const tile = page.locator('dl', { has: page.getByText(name, { exact: true }) });
  await expect(tile.locator('dd')).toHaveText(new RegExp(`^${value}( |$)`));
}
