import type { FeeLookup } from '@stowage/contract/fee-lookup/fee-lookup';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { scanInto } from '../../../test/scanner.ts';
import { server, signedIn } from '../../../test/server.ts';
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
  it('limits the input to ten uppercase characters and shows the fee', async () => {
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

  it('refuses a scanned code that is longer than an ASIN, and searches the next one', async () => {
    openPage(FeeLookupPage, {});
    const field = screen.getByLabelText('ASIN');
    scanInto(field, 'X00520EKKX1');
    const message = 'The scanned code X00520EKKX1 has 11 characters. An ASIN has 10: scan or enter the ASIN.';
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(asked).toEqual([]);
    scanInto(field, 'B000KETTLE');
    expect(await screen.findByText('$5.40')).toBeTruthy();
    expect([asked, screen.queryByText(message)]).toEqual([['B000KETTLE'], null]);
  });

  it('answers a person whose session has ended', async () => {
    signedIn({ expiresInSeconds: -60 });
    server.use(http.post('/api/refresh', () => HttpResponse.json({ error: { code: 'unauthenticated', message: 'The session has ended' } }, { status: 401 })));
    await search('B000KETTLE');
    expect(await screen.findByText('$5.40')).toBeTruthy();
  });

  it('preserves the caret when text is typed in the middle of an ASIN', async () => {
    const user = openPage(FeeLookupPage, {});
    const field = screen.getByLabelText<HTMLInputElement>('ASIN');
    await user.type(field, 'b0kettle');
    await user.type(field, 'xy', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect([field.value, field.selectionStart]).toEqual(['B0XYKETTLE', 4]);
  });

  it("leads back or to the sign-in, and shows a placeholder for a picture that doesn't load", async () => {
    answer = () => HttpResponse.json({ ...kettle, image_url: 'https://pictures.test/gone.jpg' });
    await search('B000KETTLE');
    await screen.findByText('$5.40');
    const picture = document.querySelector<HTMLImageElement>('img[src*="gone.jpg"]');
    if (picture === null) throw new Error('There is no picture');
    fireEvent.error(picture);
    expect(document.querySelector('img[src*="gone.jpg"]')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/');
    cleanup();
    signedIn({ roles: ['ROLE_USER'] });
    openPage(FeeLookupPage, {});
    expect(screen.getByRole('link', { name: 'Back to the dashboard' }).getAttribute('href')).toBe('/');
  });

  it('makes no request for a blank ASIN', async () => {
    await search('   ');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter an ASIN');
    expect(asked).toEqual([]);
  });

  it("shows the server's message, or the specification's when there is none", async () => {
    answer = () => HttpResponse.json({ success: false, message: 'Amazon has no fee estimate for this ASIN' });
    await search('B0NOTKNOWN');
    expect((await screen.findByRole('alert')).textContent).toBe('Amazon has no fee estimate for this ASIN');
  });

  it('reports a network failure', async () => {
    answer = () => HttpResponse.error();
    await search('B000KETTLE');
    expect((await screen.findByRole('alert')).textContent).toBe('An error occurred while fetching data. Please try again.');
  });
});
