import { fractionOf } from './random.ts';
import { listingsOfAsin } from './state.ts';
import { fields, invalidInput, type Operation } from './wire.ts';
import type { World } from './world.ts';

/** The referral fee in percent of the price, usually fifteen. */
const REFERRAL_PERCENT = 15;
const MAX_BATCH = 20;

export function feeOperations(world: World): Operation[] {
  return [
    {
      name: 'getMyFeesEstimateForASIN',
      method: 'POST',
      path: '/products/fees/v0/items/{Asin}/feesEstimate',
      rate: 1,
      burst: 2,
      run: ({ params, body }) => {
        const request = fields(fields(body).FeesEstimateRequest);
        return { status: 200, body: { payload: { FeesEstimateResult: resultOf(world, request, { IdType: 'ASIN', IdValue: params.Asin ?? '' }) } } };
      },
    },
    {
      name: 'getMyFeesEstimates',
      method: 'POST',
      path: '/products/fees/v0/feesEstimate',
      rate: 0.5,
      burst: 1,
      run: ({ body }) => {
        if (!Array.isArray(body) || body.length === 0 || body.length > MAX_BATCH) throw invalidInput(`A batch has 1 to ${MAX_BATCH} requests`);
        const results = body.map((item) => {
          const { FeesEstimateRequest, IdType, IdValue } = fields(item);
          if (IdType !== 'ASIN' && IdType !== 'SellerSKU') throw invalidInput('IdType must be ASIN or SellerSKU');
          return resultOf(world, fields(FeesEstimateRequest), { IdType, IdValue: String(IdValue) });
        });
        return { status: 200, body: results };
      },
    },
  ];
}

/** A refusal is a successful call with the status in its body. */
function resultOf(world: World, request: Record<string, unknown>, id: { IdType: 'ASIN' | 'SellerSKU'; IdValue: string }) {
  const { state, clock } = world;
  const price = (request.PriceToEstimateFees as { ListingPrice?: { CurrencyCode?: string; Amount?: number } } | undefined)?.ListingPrice;
  const asin = id.IdType === 'SellerSKU' ? state.listings.get(id.IdValue)?.asin : id.IdValue;
  const isKnown = listingsOfAsin(state, asin ?? '').length > 0;
  const isFba = request.IsAmazonFulfilled === true;
  const identifier = {
    MarketplaceId: request.MarketplaceId,
    SellerId: state.sellerId,
    ...id,
    IsAmazonFulfilled: isFba,
    PriceToEstimateFees: request.PriceToEstimateFees,
    SellerInputIdentifier: request.Identifier,
  };
  if (world.faults.strike('getMyFeesEstimateForASIN', ['inner-throttle'])) return serviceError(identifier);
  if (!isKnown || price?.CurrencyCode !== 'USD' || !(Number(price.Amount) > 0)) return clientError(identifier);
  const at = new Date(clock.now()).toISOString();
  const estimate = estimateOf({ asin: asin ?? '', priceCents: Math.round(Number(price.Amount) * 100), isFba, at });
  return { Status: 'Success', FeesEstimateIdentifier: identifier, FeesEstimate: estimate };
}

function estimateOf({ asin, priceCents, isFba, at }: { asin: string; priceCents: number; isFba: boolean; at: string }) {
  const fulfilment = isFba ? 306 + Math.floor(fractionOf(`${asin} size`) * 900) : 0;
  const referral = Math.max(30, Math.round((priceCents * REFERRAL_PERCENT) / 100));
  return {
    TimeOfFeesEstimation: at,
    TotalFeesEstimate: money(fulfilment + referral),
    FeeDetailList: [fee('ReferralFee', referral), ...(isFba ? [fee('FBAFees', fulfilment)] : [])],
  };
}

const money = (cents: number) => ({ CurrencyCode: 'USD', Amount: cents / 100 });
const fee = (type: string, cents: number) => ({ FeeType: type, FeeAmount: money(cents), FinalFee: money(cents) });

function clientError(identifier: object) {
  const error = { Type: 'Sender', Code: 'InvalidParameterValue', Message: 'There is an client-side error. Please verify your inputs.', Detail: [] };
  return { Status: 'ClientError', FeesEstimateIdentifier: identifier, Error: error };
}

function serviceError(identifier: object) {
  const error = { Type: 'Receiver', Code: 'InternalError', Message: 'There is a temporary problem with the service.', Detail: [] };
  return { Status: 'ServiceError', FeesEstimateIdentifier: identifier, Error: error };
}
