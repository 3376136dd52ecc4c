import { findOrderable, type OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { queryFor } from '../../../api/query.ts';
import { VendorProductDialog } from './VendorProductDialog.tsx';

const STORED: OrderableLine = {
  ...{ product_id: 1, product_name: 'Kettle', gtin: '036000291452', supplier_sku: 'S-1', unit_cost: '2.50', case_pack: 12, minimum_quantity: null },
  ...{ terms_version: 2, available: 0, on_order: 0 },
};

/** The page below the dialog, which reads the same. */
function Page() {
  const { data } = useQuery(queryFor(findOrderable, { query: { vendor: 'Norden', product_id: 1 } }));
  return (
    <>
      <p>{`Version ${data?.terms_version}`}</p>
      <VendorProductDialog vendor="Norden" productId={1} title="Kettle" onClose={() => {}} />
    </>
  );
}

it('keeps what is typed when somebody else saves, and saves against the version that was opened', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let stored = STORED;
  const sent: unknown[] = [];
  server.use(
    http.get('/api/purchase-order-drafts/product', () => HttpResponse.json(stored)),
    http.put('/api/vendor-products', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  renderInPage(<Page />);
  const field = await screen.findByLabelText('Units of a case (optional)');
  await userEvent.clear(field);
  await userEvent.type(field, '7');
  stored = { ...STORED, supplier_sku: 'S-2', terms_version: 3 };
  readAgain(findOrderable);
  await screen.findByText('Version 3');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Somebody else changed it');
  expect(sent).toMatchObject([{ case_pack: 7, supplier_sku: 'S-1', version: 2 }]);
});
