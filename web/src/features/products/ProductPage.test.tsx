import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { PRODUCT } from '../../../test/product.ts';
import { server, signedIn } from '../../../test/server.ts';
import { ProductPage } from './ProductPage.tsx';
import type { ProductAddress } from './product-address.ts';

beforeEach(() => signedIn());

const answer = (status: number, code: string) => HttpResponse.json({ error: { code, message: 'The answer of the server', requestId: 'r' } }, { status });

function open() {
  return openPage(
    ({ address, onAddress }: { address: ProductAddress; onAddress: (change: Partial<ProductAddress>) => void }) => (
      <ProductPage id={PRODUCT.id} may={() => false} onPrint={() => {}} {...{ address, onAddress }} />
    ),
    {} as ProductAddress,
  );
}

it('explains that there is no such product', async () => {
  server.use(http.get('/api/products/7', () => answer(404, 'not_found')));
  open();
  expect(await screen.findByText('There is no such product')).toBeTruthy();
});

it('offers to try again when the product could not be loaded, and then shows it', async () => {
  server.use(http.get('/api/products/7', () => answer(500, 'internal')));
  const user = open();
  expect(await screen.findByText('The product could not be loaded')).toBeTruthy();
  server.use(http.get('/api/products/7', () => HttpResponse.json(PRODUCT)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const title = await screen.findByRole('heading', { name: 'Storm Lantern' });
  // The pressed button is gone: the focus continues at what it loaded.
  await waitFor(() => expect(document.activeElement).toBe(title));
});
