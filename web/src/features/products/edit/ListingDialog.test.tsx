import type { Product, ProductListing } from '@stowage/contract/products/products';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { ListingDialog } from './ListingDialog.tsx';

const listing = { id: 3, seller_sku: 'LAN-N', fnsku: null, asin: null, condition: 11 } as unknown as ProductListing;
const product = { id: 7, title: 'Storm Lantern', default_condition: 11, listings: [listing] } as unknown as Product;

function Page() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setThere(false)}>
        Delete it elsewhere
      </button>
      <ListingDialog product={isThere ? product : { ...product, listings: [] }} listing={isThere ? listing : undefined} onClose={() => {}} />
    </>
  );
}

it('adds no listing when the edited one was deleted meanwhile', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent: string[] = [];
  server.use(
    http.all('/api/products/7/*', ({ request }) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return HttpResponse.json({ error: { code: 'not_found', message: 'The product has no such listing', requestId: 'r' } }, { status: 404 });
    }),
  );
  renderInPage(<Page />);
  await userEvent.type(await screen.findByLabelText('FNSKU'), 'X00LANTERN');
  screen.getByRole('button', { name: 'Delete it elsewhere', hidden: true }).click();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The product has no such listing')).toBeTruthy();
  await waitFor(() => expect(sent).toEqual(['PUT /api/products/7/listings/3']));
});
