import type { Product } from '@stowage/contract/products/products';
import { getProduct } from '@stowage/contract/products/products';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { PRODUCT } from '../../../../test/product.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { queryFor } from '../../../api/query.ts';
import { EditProductDialog } from './EditProductDialog.tsx';

let saved: Product;
let bodies: Record<string, unknown>[] = [];

beforeEach(() => {
  signedIn();
  saved = PRODUCT;
  bodies = [];
  server.use(
    http.get('/api/products/7', () => HttpResponse.json(saved)),
    http.put('/api/products/7', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      bodies.push(body);
      if (body.revision === saved.revision) return HttpResponse.json({ identified: 0 });
      return HttpResponse.json({ error: { code: 'conflict', reason: 'changed_meanwhile', message: 'Look again' } }, { status: 409 });
    }),
  );
});

function Dialog() {
  const product = useQuery(queryFor(getProduct, { params: { id: 7 } }));
  return product.data === undefined ? null : (
    <>
      <button type="button" onClick={() => void product.refetch()}>
        Read again
      </button>
      <EditProductDialog product={product.data} mayPrice onClose={() => {}} />
    </>
  );
}

async function opened() {
  const user = openPage(Dialog, {});
  await screen.findByRole('dialog', { name: 'Edit Product' });
  return user;
}

it('saves with its initial revision after a refetch, and shows both values of a conflict', async () => {
  const user = await opened();
  saved = { ...PRODUCT, revision: 4, notes: 'theirs', brand: 'Harborline' };
  screen.getByRole('button', { name: 'Read again', hidden: true }).click();
  await user.clear(screen.getByLabelText('Notes'));
  await user.type(screen.getByLabelText('Notes'), 'mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Notes: it is "theirs" now, yours is "mine"')).toBeTruthy();
  expect(screen.getByText('Brand: it is "Harborline" now')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toMatchObject([
    { revision: 3, notes: 'mine', brand: '' },
    { revision: 4, notes: 'mine', brand: 'Harborline' },
  ]);
  // An unchanged price remains the price list's.
  expect(bodies.some((body) => 'cost' in body)).toBe(false);
});

it('takes the saved values and keeps the changes of this form', async () => {
  const user = await opened();
  saved = { ...PRODUCT, revision: 4, notes: 'theirs' };
  await user.type(screen.getByLabelText('Notes'), ' and mine');
  await user.type(screen.getByLabelText('Brand'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('theirs');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ revision: 4, notes: 'theirs', brand: 'Mine' }));
});

it('shows a price that a price list changed meanwhile, and replaces it only when the person says so', async () => {
  const user = await opened();
  server.use(
    http.put('/api/products/7', async ({ request }) => {
      const body = (await request.json()) as { was?: { cost: string } };
      bodies.push(body);
      if (Number(body.was?.cost) === Number(saved.cost)) return HttpResponse.json({ identified: 0 });
      return HttpResponse.json({ error: { code: 'conflict', reason: 'changed_meanwhile', message: 'Look again' } }, { status: 409 });
    }),
  );
  const cost = screen.getByLabelText('Cost, $');
  await user.clear(cost);
  await user.type(cost, '6');
  saved = { ...PRODUCT, cost: '7.0000' };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: /mine/i }));
  await waitFor(() => expect(bodies.at(-1)).toMatchObject({ cost: '6', revision: 3, was: { cost: '7' } }));
});
