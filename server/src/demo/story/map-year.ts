import { DAY_MS } from '@stowage/contract/formats/durations';
import { lockMapSnapshots, recountNames } from '../../features/pricing/internals.ts';
import { nameCompetitors, sampleDays } from './map-year.repository.ts';
import { isImported } from './story.repository.ts';
import type { StoryStep } from './story-step.ts';

const DAYS = 365;
/** Days in one transaction. */
const STEP = 30;

/** Invented names for the invented accounts of the simulated marketplace. */
const NAMES = {
  A1PRIMEBARN03: 'Brookside Barn',
  A2CRATEHOUSE4: 'Cratehouse Goods',
  A2HOMEGOODS01: 'Hearth & Hollow',
  A3DEALDEPOT02: 'Deal Orchard',
  A3TOOLSHED005: 'Toolshed Lane',
};

/**
 * A year of competitors' prices below and above the MAP, from the offers of today: each day samples other products, more of them
 * before the holidays.
 */
export const mapYear: StoryStep = {
  name: 'map-year',
  isReady: ({ db }) => isImported(db, ['import-offers']),
  run: async ({ db, clock }) => {
    await nameCompetitors(db, NAMES);
    for (let from = DAYS; from >= 1; from -= STEP) {
      const today = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS);
      await sampleDays(db, today, { from, to: Math.max(1, from - STEP + 1) });
    }
    await db.transaction().execute(async (tx) => {
      await lockMapSnapshots(tx);
      await recountNames(tx);
    });
  },
};
