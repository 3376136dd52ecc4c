import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { ProcessedCard } from './ProcessedCard.tsx';

const row = {
  disposition: 'Good',
  quantity: 2,
  actor: 'Ann',
  created_at: '2026-11-20 14:03:05',
  tracking_number: 'BOX-1, BOX-2',
  sku: 'KETTLE-G',
  item_name: 'Kettle',
};

it('shows the number of units, page by page, and opens their box', async () => {
  signedIn();
  const opened: string[] = [];
  server.use(
    http.get('/api/returns/processed-today', ({ request }) => {
      const before = new URL(request.url).searchParams.get('before');
      return HttpResponse.json(
        before === null ? { data: [{ ...row, id: 9 }], units: 3, next: 9 } : { data: [{ ...row, id: 8, quantity: 1 }], units: 3, next: null },
      );
    }),
  );
  const user = openPage(() => <ProcessedCard onOpen={(box) => opened.push(box)} onAll={() => opened.push('all')} />, {});
  expect(await screen.findByText(/^3 units since midnight in/)).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'Processed today' }));
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(table.getAllByRole('button', { name: 'Open BOX-1: Good, Kettle' })).toHaveLength(2));
  await user.click(table.getAllByRole('button', { name: 'Open BOX-1: Good, Kettle' })[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Recent packages' }));
  expect(opened).toEqual(['BOX-1', 'all']);
});
