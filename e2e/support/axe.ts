import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Only what breaks a rule is of interest, which is much less work than an account of every element. */
const EVERYTHING: RunOptions = { resultTypes: ['violations'], iframes: false };
/** The themes differ in their colours alone. */
const COLOURS: RunOptions = { ...EVERYTHING, runOnly: ['color-contrast', 'link-in-text-block'] };

/** Expects that the page is there with what it reads: before the first heading nothing is, not even a sign that it loads. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

/** Expects that axe finds nothing on the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  for (const [colorScheme, options] of [['dark', COLOURS] as const, ['light', EVERYTHING] as const]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator(`html[data-theme=${colorScheme}]`)).toHaveCount(1);
    expect((await violationsOf(page, options)).map((violation) => `${colorScheme}: ${violation}`)).toEqual([]);
  }
}

async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (wanted) => {
    // Between the colours of two themes lie others; what inherits a colour begins to change when its parent has changed.
    const passing = () => document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    while (passing().length > 0) {
      await Promise.allSettled(passing().map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
    const { axe } = window as unknown as { axe: { run(scope: Document, options: object): Promise<AxeResults> } };
    const { violations } = await axe.run(document, wanted);
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, options);
}
