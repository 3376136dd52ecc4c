import type { MarketplaceConnection } from '@stowage/contract/connection/marketplace-connection';
import type { AttentionRow, firstSteps, NumberCard, SystemState } from '@stowage/contract/dashboard/dashboard';
import { ATTENTION_KINDS, type AttentionKind, NUMBER_CARDS, type NumberCardName } from '@stowage/contract/dashboard/dashboard-cards';
import type { OutputOf } from '@stowage/contract/endpoint';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { isPermitted, type Role } from '@stowage/contract/permissions';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { ResponseTimes } from '../../platform/http/response-times.ts';
import type { Logger } from '../../platform/logger.ts';
import { rank } from './attention/attention.rules.ts';
import { ATTENTION_OF } from './attention/attention.service.ts';
import { readClaimMonths, readFlow, readScanRate } from './charts.service.ts';
import { counted } from './figures/figure-text.rules.ts';
import type { FigureService } from './figures/figures.service.ts';
import { NUMBER_CARD_OF, type Question } from './figures/number-cards.service.ts';
import type { PartCache } from './part-cache.ts';
import { countQueued, isInUseSince, readSetup, readSystem } from './system.read-model.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly cache: PartCache;
  readonly figures: FigureService;
  readonly responseTimes: ResponseTimes;
  readonly isDatabaseEmbedded: boolean;
  readonly connection: () => Promise<MarketplaceConnection>;
}

const WEEK_MS = 7 * DAY_MS;

type Asked = { readonly timeZone: string; readonly roles: readonly Role[] };

/** What people read at a glance, each part by itself: kept for 30 seconds, or until its topics say that it changed. */
export function createDashboardService({ db, clock, logger, cache, figures, responseTimes, isDatabaseEmbedded, connection }: Dependencies) {
  const question = (timeZone: string): Question => ({ db, figures, now: clock.now(), timeZone });
  /** Before there is a week to tell of, "as seven days ago" would be said of a time when nothing was there. */
  let isOld = false;
  const shownOf = async (name: NumberCardName, timeZone: string) => {
    const shown = { asOf: null, ...(await NUMBER_CARD_OF[name](question(timeZone))) };
    if (Number(shown.change ?? 1) !== 0) return shown;
    isOld ||= await isInUseSince(db, new Date(clock.now().getTime() - WEEK_MS));
    return isOld ? shown : { ...shown, change: null };
  };
  const cardOf = (name: NumberCardName, timeZone: string): Promise<NumberCard> =>
    cache.read(name, `${name} ${timeZone}`, async () => ({ name, ...(await shownOf(name, timeZone)), at: clock.now().toISOString() }));
  const attentionOf = (kind: AttentionKind, timeZone: string): Promise<AttentionRow | undefined> =>
    cache.read(kind, `${kind} ${timeZone}`, async () => {
      const row = await ATTENTION_OF[kind](question(timeZone));
      return row && { kind, isCutShort: false, unknown: 0, asOf: null, ...row };
    });
  /** Those that were worked out, and the names of the others: one that fails takes no other with it. */
  const allOf = async <Name extends string, T>(names: readonly Name[], read: (name: Name) => Promise<T>): Promise<{ done: T[]; failed: Name[] }> => {
    const results = await Promise.allSettled(names.map(read));
    const failed = names.filter((_, nth) => results[nth]?.status === 'rejected');
    for (const result of results) if (result.status === 'rejected') logger.error({ err: result.reason }, 'A part of the dashboard could not be worked out');
    return { done: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), failed };
  };

  return {
    async readCards(card: NumberCardName | undefined, { timeZone, roles }: Asked): Promise<{ cards: NumberCard[]; failed: NumberCardName[] }> {
      if (card !== undefined && !isPermitted(roles, NUMBER_CARDS[card].permission)) {
        throw new AppError('forbidden', 'Your account does not have the required permissions');
      }
      if (card !== undefined) return { cards: [await cardOf(card, timeZone)], failed: [] };
      const names = (Object.keys(NUMBER_CARDS) as NumberCardName[]).filter((name) => isPermitted(roles, NUMBER_CARDS[name].permission));
      const { done, failed } = await allOf(names, (name) => cardOf(name, timeZone));
      return { cards: done, failed };
    },

    async readAttention({ timeZone, roles }: Asked): Promise<{ rows: AttentionRow[]; failed: AttentionKind[] }> {
      const kinds = (Object.keys(ATTENTION_KINDS) as AttentionKind[]).filter((kind) => isPermitted(roles, ATTENTION_KINDS[kind].permission));
      const { done, failed } = await allOf(kinds, (kind) => attentionOf(kind, timeZone));
      return { rows: rank(done.filter((row) => row !== undefined)), failed };
    },

    readFlow: (timeZone: string) => cache.read('stock-flow', `stock-flow ${timeZone}`, () => readFlow(question(timeZone))),
    readScanRate: (timeZone: string) => cache.read('scan-rate', `scan-rate ${timeZone}`, () => readScanRate(question(timeZone))),
    readClaimMonths: () => cache.read('claims', 'claims', () => readClaimMonths({ db, now: clock.now() })),

    readSystem: (): Promise<SystemState> =>
      cache.read('system', 'system', async () => {
        const { syncAt, hasError, drift, reread, ...state } = await readSystem(db, new Date(clock.now().getTime() - DAY_MS));
        const { calls, p95Ms } = responseTimes.sum();
        const lastSync = syncAt && { at: syncAt.toISOString(), hasError: hasError === true, drift, reread };
        return { ...state, queued: await countQueued(db), lastSync, calls, callsP95Ms: p95Ms ?? null, isDatabaseEmbedded };
      }),

    /** Once something is in stock, nobody has to be told how to begin. Not kept: whoever did a step looks whether it is done. */
    readFirstSteps: async (): Promise<OutputOf<typeof firstSteps>> => {
      const { locations, areLocationsOwn, hasProducts, hasStock, people, hasPrinter } = await readSetup(db);
      if (hasStock) return { steps: [] };
      const { source, sellerId } = await connection();
      const isConnected = source === 'ENVIRONMENT' || source === 'ENTERED';
      return {
        steps: [
          {
            ...{ name: 'locations', isDone: areLocationsOwn },
            detail: `${counted(locations, 'location')} to put units into${areLocationsOwn ? '' : ', as they came: nobody has changed one yet'}`,
          },
          { name: 'products', isDone: hasProducts, detail: hasProducts ? 'The catalogue has products' : 'The catalogue is empty' },
          { name: 'printer', isDone: hasPrinter, detail: hasPrinter ? 'A label station is chosen' : 'Nobody has chosen how labels are printed' },
          { name: 'marketplace', isDone: isConnected, detail: isConnected ? `Connected as ${sellerId}` : 'No account of yours is connected' },
          { name: 'people', isDone: people > 1, detail: people > 1 ? counted(people, 'person', 'people') : 'You are the only one here' },
        ],
      };
    },
  };
}

export type DashboardService = ReturnType<typeof createDashboardService>;
