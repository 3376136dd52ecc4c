import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { MoneyFilters } from './MoneyFilters.tsx';

it('treats another spelling of a vendor in the address as the known one, offered once', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(http.get('/api/purchase-money/vendors', () => HttpResponse.json(['Aster', 'Norden Inc'])));
  openPage(() => <MoneyFilters address={{ vendor: 'norden INC' }} onAddress={() => {}} placeholder="PO number" dateName="Order date" />, {});
  expect(await screen.findByRole('option', { name: 'Norden Inc', selected: true })).toBeTruthy();
  const field: HTMLSelectElement = screen.getByLabelText('Vendor');
  expect([...field.options].map(({ text }) => text)).toEqual(['All vendors', 'Aster', 'Norden Inc']);
});

it('puts filters behind a button with their number on a phone', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(http.get('/api/purchase-money/vendors', () => HttpResponse.json([])));
  const address = { vendor: 'Norden', from: '2026-11-01' };
  const user = openPage(() => <MoneyFilters address={address} onAddress={() => {}} placeholder="PO number" dateName="Order date" />, {});
  const button = await screen.findByRole('button', { name: 'Filters (2)' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
});
