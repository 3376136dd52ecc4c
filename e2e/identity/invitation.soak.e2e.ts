import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ADMIN, openScreen, test } from '../support/stack.ts';

const NORA = { email: 'nora@example.com', password: 'a password of Nora' };

/** The link that is shown once, because there is no mail server. */
async function shownLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Hand over this link' });
  const link = (await dialog.getByText(/^https?:/).textContent()) ?? '';
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}

test('invites a person, who accepts, works and resets the password by a link', async ({ page, stack, browser }) => {
  await openScreen(page, stack, '/admin/people');
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('Email address').fill('nora');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Please choose a role')).toBeVisible();
  await page.getByLabel('Email address').fill(NORA.email);
  await page.getByRole('dialog').getByLabel('Role').selectOption('ROLE_USER');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const invitation = await shownLink(page);
  await expect(page.getByRole('row', { name: /nora@example\.com/ })).toContainText('Invited');
  await expectAccessible(page);

  const context = await browser.newContext();
  const hers = await context.newPage();
  await hers.goto(invitation);
  await expect(hers.getByRole('heading', { name: 'Welcome to Stowage' })).toBeVisible();
  await expectAccessible(hers);
  await hers.getByLabel('Name').fill('Nora New');
  await hers.getByLabel('New password').fill('a first password');
  await hers.keyboard.press('Enter');
  await expect(hers).toHaveURL(`${stack.url}/dashboard`);
  await hers.goto(`${stack.url}/admin/people`);
  await expect(hers.getByText('403: your account may not open this screen')).toBeVisible();
  await expect(hers.getByText(ADMIN.email)).toBeVisible();
  await hers.getByRole('button', { name: /^User menu/ }).click();
  await expect(hers.getByRole('menuitem', { name: 'Audit Log' })).toHaveCount(0);
  await hers.getByRole('menuitem', { name: 'Sign out' }).click();
  await hers.goto(invitation);
  await expect(hers.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  await hers.goto(stack.url);
  await hers.getByRole('button', { name: 'Forgot password?' }).click();
  await hers.getByLabel('Email address').fill(NORA.email);
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('status')).toContainText('If an account with this address exists');
  await page.goto(`${stack.url}/admin/people`);
  await page.getByRole('button', { name: 'Manage Nora New' }).click();
  await page.getByRole('button', { name: 'Create a password link' }).click();
  await page.getByRole('dialog', { name: 'Create a password link' }).getByRole('button', { name: 'Create a password link' }).click();
  const reset = await shownLink(page);
  await hers.goto(reset);
  await hers.getByLabel('New password').fill(NORA.password);
  await hers.keyboard.press('Enter');
  await expect(hers).toHaveURL(`${stack.url}/dashboard`);
  await context.close();
});
