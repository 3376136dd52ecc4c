import { HOUR_MS } from '@stowage/contract/formats/durations';
import type { PriceChannel, PricingGuard, PricingSettings } from '@stowage/contract/pricing/pricing';
import { decideOwnPrice, type OwnDecision } from '../strategies/rules/own-price.rules.ts';
import type { PriceStrategy } from '../strategies/rules/strategy.rules.ts';
import { decidePrice, type MarketOffer, type PriceDecision, type PriceInputs } from './price.rules.ts';
import { type GuardLimits, guardPrice } from './price-guard.rules.ts';

/** A listing with all inputs of its price and quantity. */
export interface ListingFacts {
  readonly sku: string;
  readonly asin: string;
  readonly condition: number;
  readonly channel: PriceChannel;
  readonly available: number;
  /** The quantity that Amazon is to show; undefined when it is withheld. */
  readonly quantityToOffer: number | undefined;
  readonly map: { readonly id: number; readonly cents: number; readonly readAt: number } | undefined;
  readonly offers: { readonly readAt: number; readonly list: readonly Omit<MarketOffer, 'condition' | 'currency'>[] } | undefined;
  readonly threshold: { readonly cents: number | undefined; readonly source: string; readonly readAt: number } | undefined;
  readonly costCents: number | undefined;
  readonly feesCents: number | undefined;
  readonly acknowledgedCents: number | undefined;
  readonly acknowledgedQuantity: number | undefined;
  readonly approvedCents: number | undefined;
  /** Its own strategy, if a person turned one on. */
  readonly ownStrategy?: PriceStrategy | undefined;
}

export interface SyncOptions {
  readonly strategy: 'PERCENTAGE_OFF_MAP' | 'LOWEST_PRICE';
  /** False for FBA, where the marketplace counts the stock. */
  readonly hasQuantity: boolean;
  readonly now: number;
  readonly settings: PricingSettings;
}

/** The wanted price and quantity of a listing, with the reasons. */
export interface ListingDecision {
  readonly facts: ListingFacts;
  readonly price: PriceDecision;
  /** The price after the guards; undefined without inputs, and for a floor that no price may have, which would reveal the cost. */
  readonly wantedCents: number | undefined;
  readonly floorCents: number | undefined;
  readonly isRaisedToFloor: boolean;
  readonly heldBy: PricingGuard | undefined;
  readonly holdReason: string | undefined;
  readonly wantedQuantity: number | undefined;
  readonly sendsPrice: boolean;
  readonly sendsQuantity: boolean;
  /** undefined without an own strategy. */
  readonly own: OwnDecision | undefined;
}

const CURRENCY = 'USD';

/** Decides the price and quantity of one listing, applies the guards, and compares both with the marketplace's values. */
export function decideListing(facts: ListingFacts, { strategy, hasQuantity, now, settings }: SyncOptions): ListingDecision {
  const { costCents, feesCents, acknowledgedCents, approvedCents, ownStrategy } = facts;
  const inputs = toInputs(facts);
  const options = { strategy, now, maxAgeMs: settings.maxInputAgeHours * HOUR_MS };
  const { price, own } =
    ownStrategy === undefined
      ? { price: decidePrice(inputs, options), own: undefined }
      : decideOwnPrice({ inputs, currentCents: acknowledgedCents, costCents, feesCents }, ownStrategy, { ...options, guards: limitsOf(settings) });
  const guarded =
    price.priceCents === undefined
      ? undefined
      : guardPrice({ priceCents: price.priceCents, mapCents: facts.map?.cents, costCents, feesCents, acknowledgedCents, approvedCents }, limitsOf(settings));
  const wantedQuantity = hasQuantity ? facts.quantityToOffer : undefined;
  const heldBy = guarded === undefined ? 'no_inputs' : guarded.heldBy;
  return {
    facts,
    price,
    wantedCents: heldBy === 'floor_above_map' ? undefined : guarded?.priceCents,
    floorCents: guarded?.floorCents,
    isRaisedToFloor: guarded?.isRaisedToFloor ?? false,
    heldBy,
    holdReason: guarded === undefined ? (own?.refusal ?? price.decision) : guarded.reason,
    wantedQuantity,
    sendsPrice: heldBy === undefined && guarded?.priceCents !== acknowledgedCents,
    sendsQuantity: wantedQuantity !== undefined && wantedQuantity !== facts.acknowledgedQuantity,
    own,
  };
}

export function limitsOf(settings: PricingSettings): GuardLimits {
  return {
    minimumMarginCents: Math.round(settings.minimumMargin * 100),
    absoluteMinimumCents: Math.round(settings.absoluteMinimum * 100),
    maxDropPercent: settings.maxDropPercent,
    movePercent: settings.movePercent,
    moveSharePercent: settings.moveSharePercent,
  };
}

function toInputs({ condition, map, offers, threshold }: ListingFacts): PriceInputs {
  return {
    condition,
    map: map && { cents: map.cents, currency: CURRENCY, source: `price list item ${map.id}`, readAt: map.readAt },
    offers: offers && { readAt: offers.readAt, list: offers.list.map((offer) => ({ ...offer, condition, currency: CURRENCY })) },
    threshold: threshold && {
      readAt: threshold.readAt,
      price: threshold.cents === undefined ? undefined : { cents: threshold.cents, currency: CURRENCY, source: threshold.source, readAt: threshold.readAt },
    },
  };
}

/** The JSON that explains a decision: every input with source and age, the rules and the guards. */
export function explain({ facts, price, wantedCents, floorCents, isRaisedToFloor, heldBy, holdReason, ...rest }: ListingDecision) {
  return {
    calculation: {
      inputs: Object.fromEntries(
        Object.entries(price.inputs).map(([name, { cents, ageMs, ...input }]) => [name, { price: dollars(cents), ...input, ageHours: hours(ageMs) }]),
      ),
      tieredPrice: dollars(price.tieredCents),
      chosen: dollars(price.priceCents),
      ...(rest.own && { ownStrategy: facts.ownStrategy?.name, inForce: rest.own.isInForce, boundBy: rest.own.boundBy ?? null, steps: rest.own.steps }),
    },
    competitive: facts.offers && {
      readAt: new Date(facts.offers.readAt).toISOString(),
      offers: facts.offers.list.map(({ sellerId, isOwn, priceCents, shippingCents }) => ({
        sellerId,
        isOwn,
        price: dollars(priceCents),
        shipping: dollars(shippingCents),
      })),
    },
    decision: {
      ...{ floor: dollars(floorCents), cost: dollars(facts.costCents), fees: dollars(facts.feesCents), isRaisedToFloor },
      ...{ lastAcknowledged: { price: dollars(facts.acknowledgedCents), quantity: facts.acknowledgedQuantity ?? null } },
      ...{ wanted: { price: dollars(wantedCents), quantity: rest.wantedQuantity ?? null }, heldBy: heldBy ?? null, reason: holdReason ?? null },
      ...{ sendsPrice: rest.sendsPrice, sendsQuantity: rest.sendsQuantity },
    },
  };
}

/** Cents as decimal text. */
export function dollars(cents: number | null | undefined): string | null {
  return cents === null || cents === undefined ? null : (cents / 100).toFixed(2);
}

const hours = (ms: number | null) => (ms === null ? null : Math.round((ms / HOUR_MS) * 10) / 10);
