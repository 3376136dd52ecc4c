import { VERSION } from '@stowage/contract/version';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderInPage } from '../../../test/open-page.tsx';
import { UserMenu } from './UserMenu.tsx';

it('shows the version', async () => {
  renderInPage(<UserMenu />);
  await userEvent.click(await screen.findByRole('button', { name: /User menu/ }));
  expect(await screen.findByText(`Stowage ${VERSION}`)).toBeTruthy();
});
