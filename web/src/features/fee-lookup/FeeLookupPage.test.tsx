import type { FeeLookup } from '@stowage/contract/fee-lookup';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server } from '../../../test/server.ts';
import { FeeLookupPage } from './FeeLookupPage.tsx';

const kettle: FeeLookup = {
  success: true,
  message: 'FBA fee found',
  asin: 'B000KETTLE',
  seller_sku: null,
  product_title: null,
  image_url: null,
  fee_amount: 5.4,
  currency: 'USD',
  item_price: 29.99,
  last_updated: '2026-11-20T14:03:05.000Z',
  referral_fee: 4.5,
  net: 20.09,
  cost: null,
  is_stale: false,
};
let asked: string[] = [];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  answer = () => HttpResponse.json(kettle);
  server.use(
    http.get('/api/public/fba-fee', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('asin') ?? '');
      return answer();
    }),
  );
});

async function search(asin: string) {
  const user = openPage(FeeLookupPage, {});
  if (asin !== '') await user.type(screen.getByLabelText('ASIN'), asin);
  await user.click(screen.getByRole('button', { name: 'Search' }));
}

describe('the fee lookup', () => {
  it('forces upper case and ten characters, and shows what the fee is', async () => {
    openPage(FeeLookupPage, {});
    expect(screen.getByText('ASIN format: 10 characters starting with B')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'About FBA fees' })).toBeTruthy();
  });

  it('shows the fee, the price and a placeholder for an unknown title', async () => {
    await search('b000kettleXYZ');
    expect(await screen.findByText('$5.40')).toBeTruthy();
    for (const text of ['Product Title Not Available', '$29.99', 'N/A', 'Reference Item Price']) expect(screen.getByText(text)).toBeTruthy();
    expect(asked).toEqual(['B000KETTLE']);
    expect(screen.queryByRole('region', { name: 'About FBA fees' })).toBeNull();
  });

  it('asks nobody for a blank ASIN', async () => {
    await search('   ');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter an ASIN');
    expect(asked).toEqual([]);
  });

  it("shows the server's message, and the specification's where there is none", async () => {
    answer = () => HttpResponse.json({ success: false, message: 'Amazon has no fee estimate for this ASIN' });
    await search('B0NOTKNOWN');
    expect((await screen.findByRole('alert')).textContent).toBe('Amazon has no fee estimate for this ASIN');
  });

  it('says so when the network fails', async () => {
    answer = () => HttpResponse.error();
    await search('B000KETTLE');
    expect((await screen.findByRole('alert')).textContent).toBe('An error occurred while fetching data. Please try again.');
  });
});
