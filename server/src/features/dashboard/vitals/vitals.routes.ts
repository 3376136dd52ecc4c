import { listVitals, reportVitals } from '@stowage/contract/dashboard/vitals';
import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { INVENTORY_SCREENS, MAIN_SCREENS, SETTINGS_SCREEN } from '@stowage/contract/menu';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { publicRoute, route } from '../../../platform/http/route.ts';
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts';
import { addVitals, sumVitals } from './vitals.repository.ts';

const KNOWN_SCREENS = new Set([...MAIN_SCREENS, ...INVENTORY_SCREENS, SETTINGS_SCREEN].map((screen) => screen.path));
const OTHER_SCREEN = 'other';
const REPORTS_PER_MINUTE = 60;
const LOOK_BACK_DAYS = 28;

/** The sign-in page sends reports too, so they need no sign-in. A rate limit and known screen names bound what they can write. */
export function vitalsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  const limit = createRateLimit({ db, clock, name: 'web-vitals', limit: REPORTS_PER_MINUTE, windowMs: 60_000 });
  const dayOf = (moment: number) => utcDay(new Date(moment));

  publicRoute(app, reportVitals, async ({ body }, { address }) => {
    await limit(address);
    const screen = KNOWN_SCREENS.has(body.screen) ? body.screen : OTHER_SCREEN;
    await addVitals(db, dayOf(clock.now().getTime()), { ...body, screen });
    return { success: true };
  });

  route(app, listVitals, { permission: 'settings.manage' }, () => sumVitals(db, dayOf(clock.now().getTime() - LOOK_BACK_DAYS * DAY_MS)));
}
