import { type Company, getCompany } from '@stowage/contract/identity/company';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { refuseSaves } from '../../../../test/refused-saves.tsx';
import { signedIn } from '../../../../test/server.ts';
import { CompanyCard } from './CompanyCard.tsx';

it('is saved against the version that the dialog opened with, and read again when that is refused', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const company: Company = { name: 'Nordic', timeZone: 'Europe/Oslo', version: 2 };
  const { sent, store } = refuseSaves('/api/company', '/api/company', company, (stored) => ({ company: stored }));
  renderInPage(<CompanyCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the company' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Company' }), ' Ltd');
  store({ ...company, timeZone: 'Europe/Paris', version: 3 });
  readAgain(getCompany);
  await screen.findByText('Europe/Paris', { selector: 'dd' });
  store({ ...company, timeZone: 'Europe/Rome', version: 4 });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toEqual([{ name: 'Nordic Ltd', timeZone: 'Europe/Oslo', version: 2 }]);
  await screen.findByText('Europe/Rome', { selector: 'dd' });
});
