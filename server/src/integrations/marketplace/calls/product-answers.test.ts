import { expect, it } from 'vitest';
import { toCompetitivePrice, toFeeAnswer, toOffersAnswer } from './product-answers.ts';

const offer = { SellerId: 'A1', SubCondition: 'new', ListingPrice: { Amount: 9.99 }, IsFulfilledByAmazon: true };
const answer = (Offers: readonly unknown[]) =>
  toOffersAnswer({ status: { statusCode: 200 }, request: { Asin: 'B0' }, body: { payload: { ASIN: 'B0', status: 'Success', Offers } } } as Parameters<
    typeof toOffersAnswer
  >[0]);

it('skips an offer without an amount and treats missing shipping as free', () => {
  expect(answer([offer, { ...offer, ListingPrice: {} }, { ...offer, Shipping: {} }, { ...offer, ListingPrice: { Amount: 1e12 } }])).toEqual({
    asin: 'B0',
    result: 'offers',
    offers: [{ sellerId: 'A1', condition: 11, listingPriceCents: 999, shippingCents: 0, isFba: true, isFeatured: false }],
  });
});

it('reports offers without any amount as unknown, not as missing', () => {
  expect(answer([{ ...offer, ListingPrice: {} }])).toEqual({ asin: 'B0', result: 'unknown', offers: [] });
  expect(answer([])).toEqual({ asin: 'B0', result: 'none', offers: [] });
});

it('reports a reference price without an amount as missing, never as 0', () => {
  const body = { asin: 'B0', referencePrices: [{ name: 'CompetitivePrice', price: {} }] };
  expect(toCompetitivePrice({ status: { statusCode: 200 }, body })).toEqual({ asin: 'B0', result: 'none', priceCents: undefined });
});

const fees = (types: readonly string[], IsAmazonFulfilled: boolean, total: number | undefined = 5) =>
  toFeeAnswer({
    Status: 'Success',
    FeesEstimateIdentifier: { SellerInputIdentifier: 'SKU-1', IsAmazonFulfilled },
    FeesEstimate: {
      TotalFeesEstimate: total === 0 ? {} : { Amount: total },
      FeeDetailList: types.map((FeeType) => ({ FeeType, FinalFee: { Amount: 2.5 } })),
    },
  });

it('reports an answer without a fee as unknown', () => {
  const unknown = { sku: 'SKU-1', estimate: undefined, reason: 'The answer lacks some of the fees', isFinal: false };
  expect(fees(['ReferralFee'], true)).toEqual(unknown);
  expect(fees(['FBAFees'], true)).toEqual(unknown);
  expect(fees(['ReferralFee', 'FBAFees'], true, 0)).toEqual(unknown);
  expect(fees(['ReferralFee', 'FBAFees'], true)).toMatchObject({ estimate: { fulfilmentCents: 250, referralCents: 250, totalCents: 500 } });
  // Seller-fulfilled offers have no such fee.
  expect(fees(['ReferralFee'], false)).toMatchObject({ estimate: { fulfilmentCents: 0 } });
});
