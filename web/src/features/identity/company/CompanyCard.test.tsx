import { type Company, getCompany } from '@stowage/contract/identity/company';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { CompanyCard } from './CompanyCard.tsx';

it('is saved against the version that the dialog opened with, and read again when that is refused', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let stored: Company = { name: 'Nordic', timeZone: 'Europe/Oslo', version: 2 };
  const sent: unknown[] = [];
  server.use(
    http.get('/api/company', () => HttpResponse.json({ company: stored })),
    http.put('/api/company', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  renderInPage(<CompanyCard />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the company' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Company' }), ' Ltd');
  stored = { ...stored, timeZone: 'Europe/Paris', version: 3 };
  readAgain(getCompany);
  await screen.findByText('Europe/Paris', { selector: 'dd' });
  stored = { ...stored, timeZone: 'Europe/Rome', version: 4 };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toEqual([{ name: 'Nordic Ltd', timeZone: 'Europe/Oslo', version: 2 }]);
  await screen.findByText('Europe/Rome', { selector: 'dd' });
});
