import { fractionOf } from './random.ts';
import { fields, type Operation } from './wire.ts';
import type { World } from './world.ts';

/** Referral fee in hundredths of the price; the marketplace's usual fifteen. */
const REFERRAL_PERCENT = 15;

export function feeOperations({ state, clock }: World): Operation[] {
  return [
    {
      name: 'getMyFeesEstimateForASIN',
      method: 'POST',
      path: '/products/fees/v0/items/{Asin}/feesEstimate',
      rate: 1,
      burst: 2,
      run: ({ params, body }) => {
        const request = fields(fields(body).FeesEstimateRequest);
        const price = (request.PriceToEstimateFees as { ListingPrice?: { CurrencyCode?: string; Amount?: number } } | undefined)?.ListingPrice;
        const isKnown = [...state.listings.values()].some((listing) => listing.asin === params.Asin);
        const identifier = {
          MarketplaceId: request.MarketplaceId,
          SellerId: state.sellerId,
          IdType: 'ASIN',
          IdValue: params.Asin,
          IsAmazonFulfilled: request.IsAmazonFulfilled === true,
          PriceToEstimateFees: request.PriceToEstimateFees,
          SellerInputIdentifier: request.Identifier,
        };
        // A refusal is a success of the call: the status is inside.
        if (!isKnown || price?.CurrencyCode !== 'USD' || !(Number(price.Amount) > 0)) return { status: 200, body: clientError(identifier) };
        const estimate = estimateOf(params.Asin ?? '', Math.round(Number(price.Amount) * 100), new Date(clock.now()).toISOString());
        return { status: 200, body: { payload: { FeesEstimateResult: { Status: 'Success', FeesEstimateIdentifier: identifier, FeesEstimate: estimate } } } };
      },
    },
  ];
}

function estimateOf(asin: string, priceCents: number, at: string) {
  const fulfilment = 306 + Math.floor(fractionOf(`${asin} size`) * 900);
  const referral = Math.max(30, Math.round((priceCents * REFERRAL_PERCENT) / 100));
  return {
    TimeOfFeesEstimation: at,
    TotalFeesEstimate: money(fulfilment + referral),
    FeeDetailList: [fee('ReferralFee', referral), fee('FBAFees', fulfilment)],
  };
}

const money = (cents: number) => ({ CurrencyCode: 'USD', Amount: cents / 100 });
const fee = (type: string, cents: number) => ({ FeeType: type, FeeAmount: money(cents), FinalFee: money(cents) });

function clientError(identifier: object) {
  const error = { Type: 'Sender', Code: 'InvalidParameterValue', Message: 'There is an client-side error. Please verify your inputs.', Detail: [] };
  return { payload: { FeesEstimateResult: { Status: 'ClientError', FeesEstimateIdentifier: identifier, Error: error } } };
}
