import { broughtIn } from './brought-in.ts';
import { cases } from './cases.ts';
import { counts } from './counts.ts';
import { indexSuggestions } from './index-suggestions.ts';
import { mapYear } from './map-year.ts';
import { pastOrders } from './past-orders.ts';
import { priceStrategies } from './price-strategies.ts';
import { reorder } from './reorder.ts';
import { returns } from './returns.ts';
import type { StoryStep } from './story-step.ts';
import { sync } from './syncs.ts';

/** In this order, so that the screens of the tour come first. */
export const STORY: readonly StoryStep[] = [pastOrders, reorder, broughtIn, cases, returns, counts, priceStrategies, indexSuggestions, mapYear, sync];
