import { VERSION } from '@stowage/contract/version';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderInPage } from '../../../test/open-page.tsx';
import { UserMenu } from './UserMenu.tsx';

it('shows the version', async () => {
  renderInPage(<UserMenu />);
  // By keyboard: the menu takes a slow press of the mouse, as on a busy machine, for a choice in it, and closes.
  (await screen.findByRole('button', { name: /User menu/ })).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(`Stowage ${VERSION}`)).toBeTruthy();
});
