import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Enter on a control as soon as it is enabled. */
export async function pressEnter(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await control.press('Enter');
}

/** Presses Enter on the button with exactly this name. */
export async function press(page: Page, name: string): Promise<void> {
  await pressEnter(page.getByRole('button', { name, exact: true }));
}
