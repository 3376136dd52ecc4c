import { getPricingSettings } from '@stowage/contract/pricing/pricing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { readAgain, renderInPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { GuardsCard } from './GuardsCard.tsx';

let stored = {};
let sent: object[] = [];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  sent = [];
  stored = {
    ...{ isPaused: false, pausedChannels: { SELLER_FULFILLED: false, FBA: false }, quantityBuffer: 0, minimumMargin: 0, absoluteMinimum: 1 },
    ...{ maxDropPercent: 30, movePercent: 20, moveSharePercent: 10, maxInputAgeHours: 48, clearableListings: 0, example: null },
  };
  server.use(
    http.get('/api/pricing/settings', () => HttpResponse.json(stored)),
    http.put('/api/pricing/settings', async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push(body);
      stored = { ...stored, ...body };
      return HttpResponse.json({ success: true });
    }),
  );
});

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
async function type(label: string, text: string) {
  await userEvent.clear(await field(label));
  await userEvent.type(await field(label), text);
}

it('saves only the guards that were changed', async () => {
  renderInPage(<GuardsCard />);
  await type('Lowest price, in $', '7.50');
  stored = { ...stored, maxDropPercent: 10 };
  await userEvent.click(screen.getByRole('button', { name: 'Save guards' }));
  await waitFor(() => expect(sent).toEqual([{ absoluteMinimum: 7.5, seen: { absoluteMinimum: 1 } }]));
  await waitFor(async () => expect([(await field('Lowest price, in $')).value, (await field('Largest price drop, in %')).value]).toEqual(['7.5', '10']));
});

it('keeps what is typed when somebody else saves, and says what they saved in the same field', async () => {
  renderInPage(<GuardsCard />);
  await type('Lowest price, in $', '7');
  stored = { ...stored, maxDropPercent: 10, absoluteMinimum: 3 };
  readAgain(getPricingSettings);
  await screen.findByText('Somebody else saved 3');
  expect([(await field('Lowest price, in $')).value, (await field('Largest price drop, in %')).value]).toEqual(['7', '10']);
  await userEvent.click(screen.getByRole('button', { name: 'Save guards' }));
  await waitFor(() => expect(screen.queryByText('Somebody else saved 3')).toBeNull());
  expect(sent).toEqual([{ absoluteMinimum: 7, seen: { absoluteMinimum: 3 } }]);
});

it('shows what somebody else saved when the page had not read it yet', async () => {
  const message = 'Somebody else changed the pricing guards. Reload it and try again.';
  renderInPage(<GuardsCard />);
  await type('Lowest price, in $', '7');
  server.use(
    http.put('/api/pricing/settings', () => {
      stored = { ...stored, absoluteMinimum: 3 };
      return HttpResponse.json({ error: { code: 'conflict', reason: 'changed_meanwhile', message } }, { status: 409 });
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save guards' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await screen.findByText('Somebody else saved 3')).toBeTruthy();
  expect((await field('Lowest price, in $')).value).toBe('7');
});
