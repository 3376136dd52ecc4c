import { expect } from '@playwright/test';
import { wedge } from '../support/scanner.ts';
import { openScanScreen, recorded, uniqueCodes } from '../support/screens/scan-screen.ts';
import { test } from '../support/stack.ts';

test('loses and duplicates nothing when the server is killed during a burst', async ({ page, stack }) => {
  await openScanScreen(page, stack);
  const codes = uniqueCodes('K', 20);
  await wedge(page, codes.slice(0, 8));
  await stack.killTree();
  await wedge(page, codes.slice(8));
  await expect(page.getByText('Not saved yet, retrying').first()).toBeVisible();
  await stack.start();
  await expect.poll(async () => (await recorded(page, codes)).length).toBe(20);
  expect((await recorded(page, codes)).sort()).toEqual(codes);
});
