import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ADMIN, dialogOf, type Stack, signInByForm, test } from '../support/stack.ts';
import { PHONE } from '../support/viewport.ts';

/** Browsers know passkeys by names, and the stack's own address is a number. */
const named = (stack: Stack): string => stack.url.replace('127.0.0.1', 'localhost');

/** Plugs in a device that stores passkeys and recognizes its owner. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, protocol: 'ctap2', transport: 'internal' } });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
}

test('adds a passkey, signs in with it alone and after the password, and removes it', async ({ page, stack }) => {
  await plugInAuthenticator(page);
  const url = named(stack);
  await signInByForm(page, { url } as Stack, ADMIN);
  await page.goto(`${url}/profile`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialogOf(page).getByLabel('Name').fill('Laptop');
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I stored them' }).click();
  const row = page.getByRole('table', { name: 'Passkeys' }).getByRole('row', { name: /Laptop/ });
  await expect(row).toContainText('Never');

  await signOut(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${url}/admin-dashboard`);

  await signOut(page);
  await page.getByLabel('Email address').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL(`${url}/admin-dashboard`);

  await page.goto(`${url}/profile`);
  await expect(row).not.toContainText('Never');
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialogOf(page).getByLabel('Name').fill('Laptop of Ann');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Laptop of Ann');
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  // As if the last proof were too long ago.
  const tooLongAgo = { error: { code: 'forbidden', message: 'Confirm with your password that it is you', reason: 'verification_required' } };
  await page.route(/\/api\/user\/passkeys\/\d+/, (route) => route.fulfill({ status: 403, json: tooLongAgo }), { times: 1 });
  await page.getByRole('button', { name: 'Remove Laptop of Ann' }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
});
