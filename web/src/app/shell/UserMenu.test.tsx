import { VERSION } from '@stowage/contract/version';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openMenu } from '../../../test/open-menu.ts';
import { renderInPage } from '../../../test/open-page.tsx';
import { UserMenu } from './UserMenu.tsx';

it('shows the version', async () => {
  renderInPage(<UserMenu />);
  await openMenu(await screen.findByRole('button', { name: /User menu/ }));
  expect(await screen.findByText(`Stowage ${VERSION}`)).toBeTruthy();
});
