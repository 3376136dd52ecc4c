import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Skips the results of rules that pass, which saves most of the work. */
const EVERYTHING: RunOptions = { resultTypes: ['violations'], iframes: false };
/** The themes differ only in their colors. */
const COLOURS: RunOptions = { ...EVERYTHING, runOnly: ['color-contrast', 'link-in-text-block'] };

/** The page behind an open dialog, which nobody can use until the dialog is closed. */
const BEHIND_DIALOG = '[data-base-ui-inert]';

/**
 * Rows of a table are alike, and contrasts take ten seconds for fifty rows. The fast suite checks the first rows, the soak suite, which
 * walks over all screens, every one.
 */
const UNCHECKED = process.env.STOWAGE_SOAK === 'on' ? [] : ['tbody > tr:nth-child(n + 7)', BEHIND_DIALOG];

/** Expects that the page has loaded its data. Before the first heading appears, the page shows not even a loading status. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

/** Expects that axe finds no violation in the light and the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  for (const [colorScheme, options] of [['dark', COLOURS] as const, ['light', EVERYTHING] as const]) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Reacts within a frame; an assertion would look again only after up to a second.
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
    expect((await violationsOf(page, options)).map((violation) => `${colorScheme}: ${violation}`)).toEqual([]);
  }
}

async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ unchecked, ...wanted }) => {
      // Waits for the transitions between the colors of two themes. Inherited colors start to change after their parent has changed.
      const passing = () => document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
      while (passing().length > 0) {
        await Promise.allSettled(passing().map(({ finished }) => finished));
        await new Promise(requestAnimationFrame);
      }
      const { axe } = window as unknown as { axe: { run(scope: { include: Document; exclude: string[] }, options: object): Promise<AxeResults> } };
      const { violations } = await axe.run({ include: document, exclude: unchecked }, wanted);
      return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { ...options, unchecked: UNCHECKED },
  );
}
