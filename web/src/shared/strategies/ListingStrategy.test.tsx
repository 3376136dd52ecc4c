import { getPriceStrategy, type ListingPriceStrategy, priceStrategiesTopic } from '@stowage/contract/pricing/price-strategies';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { publish } from '../../../test/live.ts';
import { renderInPage } from '../../../test/open-page.tsx';
import { refuseSaves } from '../../../test/refused-saves.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { chooseDateFormat } from '../../ui/format/date-time.ts';
import { ListingStrategy } from './ListingStrategy.tsx';

const STRATEGY: ListingPriceStrategy = {
  ...{ sku: 'KETTLE-1-N', is_listed: true, version: 2, price: '20.00', map_price: null, cost: '9.00', fees: '4.20', floor: '14.00' },
  ...{ is_paused: false, last: null },
  strategy: {
    ...{ strategy: 'MATCH', undercut_amount: null, undercut_percent: null, when_alone: 'KEEP', competitor_seller_id: null },
    ...{ never_below_map: false, schedule: null, minimum: 15, maximum: 30, is_on: true },
  },
};

afterEach(() => chooseDateFormat({}));

it('offers both values when somebody else changes the strategy meanwhile, without typing again', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const { sent, store } = refuseSaves(getPriceStrategy.path, getPriceStrategy.path, STRATEGY);
  renderInPage(<ListingStrategy listingId={1} title="KETTLE-1-N" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change strategy' }));
  const save = await screen.findByRole('button', { name: 'Save and follow' });
  await userEvent.clear(screen.getByLabelText('Minimum'));
  await userEvent.type(screen.getByLabelText('Minimum'), '17');
  store({ ...STRATEGY, version: 3, price: '21.00', strategy: { ...STRATEGY.strategy, minimum: 16, strategy: 'STAY_AT_MAP' } as typeof STRATEGY.strategy });
  publish(priceStrategiesTopic, { listing_ids: [1] });
  await screen.findByText(/^Now \$21\.00/);
  await userEvent.click(save);
  await screen.findByText('Strategy: it is "Stay at MAP" now');
  await screen.findByText('Minimum: it is "16.00" now, yours is "17"');
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { strategy: 'MATCH', minimum: 17, version: 2 },
      { strategy: 'STAY_AT_MAP', minimum: 17, version: 3 },
    ]),
  );
});

it("proposes hours in the person's time zone", async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  chooseDateFormat({ timeZone: 'Pacific/Auckland' });
  server.use(http.get(getPriceStrategy.path, () => HttpResponse.json(STRATEGY)));
  renderInPage(<ListingStrategy listingId={1} title="KETTLE-1-N" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change strategy' }));
  await userEvent.click(await screen.findByLabelText('Only at some hours'));
  expect(screen.getByLabelText<HTMLInputElement>('Time zone').value).toBe('Pacific/Auckland');
});
