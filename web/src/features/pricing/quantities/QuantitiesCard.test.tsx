import { getQuantitySettings } from '@stowage/contract/pricing/quantities';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { QuantitiesCard } from './QuantitiesCard.tsx';

const SETTINGS = { mode: 'ON', safety_stock: 1, maximum: 50 as number | null, version: 3, waiting: 0, rejected: 0, failure: null, last_answer_at: null };
let stored = SETTINGS;
let sent: object[] = [];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  sent = [];
  stored = SETTINGS;
  server.use(
    http.get('/api/pricing/quantities', () => HttpResponse.json(stored)),
    http.put('/api/pricing/quantities', async ({ request }) => {
      const body = (await request.json()) as typeof SETTINGS;
      sent.push(body);
      stored = { ...stored, ...body, version: body.version + 1 };
      return HttpResponse.json({ success: true });
    }),
  );
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
async function type(label: string, text: string) {
  await userEvent.clear(await field(label));
  await userEvent.type(await field(label), text);
}

it('keeps typed limits when quantities are paused, and saves them then', async () => {
  renderInPage(<QuantitiesCard />);
  await type('Safety stock', '7');
  await press('Pause quantities');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause quantities' }));
  await screen.findByText(/^Quantities are paused/);
  expect((await field('Safety stock')).value).toBe('7');
  await press('Save limits');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { mode: 'PAUSED', safety_stock: 1, maximum: 50, version: 3 },
    { mode: 'PAUSED', safety_stock: 7, maximum: 50, version: 4 },
  ]);
});

it('shows what somebody else saves beside what is typed, and leaves the limit that was not changed', async () => {
  renderInPage(<QuantitiesCard />);
  await type('Safety stock', '7');
  stored = { ...SETTINGS, safety_stock: 2, maximum: null, version: 4 };
  readAgain(getQuantitySettings);
  await screen.findByText('Somebody else saved 2');
  await press('Save limits');
  await waitFor(() => expect(screen.queryByText('Somebody else saved 2')).toBeNull());
  expect(sent).toEqual([{ mode: 'ON', safety_stock: 7, maximum: null, version: 4 }]);
});
