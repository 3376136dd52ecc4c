import { historyPage } from '@stowage/contract/inventory/scan';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { server, signedIn } from '../../test/server.ts';
import { createQueryClient, queryFor } from './query.ts';

let total = 0;
let reads = 0;

beforeEach(() => {
  signedIn();
  [total, reads] = [1, 0];
  server.use(
    http.get('/api/inventory/history', () => {
      reads++;
      return HttpResponse.json({ data: [], totalCount: total, totalPages: 1, currentPage: 0 });
    }),
  );
});

function Total({ name }: { name: string }) {
  const history = useQuery(queryFor(historyPage, { query: {} }));
  return <p>{`${name}: ${history.data?.totalCount}`}</p>;
}

it('reads data again when it is shown again, because changes are not followed while it is hidden', async () => {
  const client = createQueryClient();
  const page = (names: string[]) => (
    <QueryClientProvider client={client}>
      {names.map((name) => (
        <Total key={name} name={name} />
      ))}
    </QueryClientProvider>
  );
  const { rerender } = render(page(['first']));
  await screen.findByText('first: 1');
  rerender(page([]));
  total = 2;
  rerender(page(['again']));
  screen.getByText('again: 1');
  await screen.findByText('again: 2');
  expect(reads).toBe(2);
  // A later listener has the data of the earlier ones.
  rerender(page(['again', 'beside']));
  await screen.findByText('beside: 2');
  expect(reads).toBe(2);
});
