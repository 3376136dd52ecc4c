import type { AttentionRow, NumberCard, SystemState } from '@stowage/contract/dashboard/dashboard';
import {
  ATTENTION_AT_COST,
  ATTENTION_KINDS,
  type AttentionKind,
  maySeeCard,
  NUMBER_CARDS,
  type NumberCardName,
} from '@stowage/contract/dashboard/dashboard-cards';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { isPermitted } from '@stowage/contract/permissions';
import { notPermitted } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ResponseTimes } from '../../platform/http/response-times.ts';
import type { BackupState } from '../backups/index.ts';
import { sortByUrgency } from './attention/attention.rules.ts';
import { ATTENTION_OF } from './attention/attention.service.ts';
import { readClaimMonths, readFlow, readScanRate } from './charts.service.ts';
import type { FigureService } from './figures/figures.service.ts';
import { type FigureContext, NUMBER_CARD_OF } from './figures/number-cards.service.ts';
import type { PartCache } from './part-cache.ts';
import { countQueued, isInUseSince, readSystem } from './system.read-model.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly cache: PartCache;
  readonly figures: FigureService;
  readonly responseTimes: ResponseTimes;
  readonly isDatabaseEmbedded: boolean;
  readonly backupState: () => Promise<BackupState>;
}

const WEEK_MS = 7 * DAY_MS;

type Viewer = { readonly timeZone: string; readonly roles: readonly string[] };

/** The parts of the dashboard. Each is cached for 30 seconds or until one of its topics announces a change. */
export function createDashboardService({ db, clock, logger, cache, figures, responseTimes, isDatabaseEmbedded, backupState }: Dependencies) {
  const contextOf = (timeZone: string): FigureContext => ({ db, figures, now: clock.now(), timeZone });
  /** An installation younger than a week has nothing to compare with. */
  let isOlderThanWeek = false;
  const figureOf = async (name: NumberCardName, timeZone: string) => {
    const figure = { asOf: null, ...(await NUMBER_CARD_OF[name](contextOf(timeZone))) };
    if (Number(figure.change ?? 1) !== 0) return figure;
    isOlderThanWeek ||= await isInUseSince(db, new Date(clock.now().getTime() - WEEK_MS));
    return isOlderThanWeek ? figure : { ...figure, change: null };
  };
  const cardOf = async (name: NumberCardName, { timeZone, roles }: Viewer): Promise<NumberCard> => {
    const read = async () => ({ name, ...(await figureOf(name, timeZone)), at: clock.now().toISOString() });
    const { noteWithoutCosts, ...card } = await cache.read(name, `${name} ${timeZone}`, read);
    return noteWithoutCosts === undefined || isPermitted(roles, 'costs.read') ? card : { ...card, note: noteWithoutCosts };
  };
  const attentionOf = (kind: AttentionKind, timeZone: string): Promise<AttentionRow | undefined> =>
    cache.read(kind, `${kind} ${timeZone}`, async () => {
      const row = await ATTENTION_OF[kind](contextOf(timeZone));
      return row && { kind, isCutShort: false, unknown: 0, asOf: null, ...row };
    });
  /** Computes all parts; a failure does not affect the other parts. */
  const allOf = async <Name extends string, T>(names: readonly Name[], read: (name: Name) => Promise<T>): Promise<{ done: T[]; failed: Name[] }> => {
    const results = await Promise.allSettled(names.map(read));
    const failed = names.filter((_, index) => results[index]?.status === 'rejected');
    for (const result of results) if (result.status === 'rejected') logger.error({ err: result.reason }, 'failed to compute a part of the dashboard');
    return { done: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])), failed };
  };

  return {
    async readCards(card: NumberCardName | undefined, viewer: Viewer): Promise<{ cards: NumberCard[]; failed: NumberCardName[] }> {
      if (card !== undefined) {
        if (!maySeeCard(viewer.roles, card)) throw notPermitted();
        return { cards: [await cardOf(card, viewer)], failed: [] };
      }
      const names = (Object.keys(NUMBER_CARDS) as NumberCardName[]).filter((name) => maySeeCard(viewer.roles, name));
      const { done, failed } = await allOf(names, (name) => cardOf(name, viewer));
      return { cards: done, failed };
    },

    async readAttention({ timeZone, roles }: Viewer): Promise<{ rows: AttentionRow[]; failed: AttentionKind[] }> {
      const kinds = (Object.keys(ATTENTION_KINDS) as AttentionKind[]).filter((kind) => isPermitted(roles, ATTENTION_KINDS[kind].permission));
      const { done, failed } = await allOf(kinds, (kind) => attentionOf(kind, timeZone));
      const seesCosts = isPermitted(roles, 'costs.read');
      const rows = done.flatMap((row) =>
        row === undefined ? [] : [!seesCosts && ATTENTION_AT_COST.includes(row.kind) ? { ...row, amount: null, unknown: 0 } : row],
      );
      return { rows: sortByUrgency(rows), failed };
    },

    readFlow: (timeZone: string) => cache.read('stock-flow', `stock-flow ${timeZone}`, () => readFlow(contextOf(timeZone))),
    readScanRate: (timeZone: string) => cache.read('scan-rate', `scan-rate ${timeZone}`, () => readScanRate(contextOf(timeZone))),
    readClaimMonths: () => cache.read('claims', 'claims', () => readClaimMonths({ db, now: clock.now() })),

    readSystem: (): Promise<SystemState> =>
      cache.read('system', 'system', async () => {
        const { syncAt, hasError, drift, reread, ...state } = await readSystem(db, new Date(clock.now().getTime() - DAY_MS));
        const { calls, p95Ms } = responseTimes.sum();
        const lastSync = syncAt && { at: syncAt.toISOString(), hasError: hasError === true, drift, reread };
        const backup = shownBackup(await backupState());
        return { ...state, queued: await countQueued(db), lastSync, calls, callsP95Ms: p95Ms ?? null, isDatabaseEmbedded, backup };
      }),
  };
}

function shownBackup({ isSetUp, failure, lastBackupAt, lastDrillAt, waitingSince }: BackupState): SystemState['backup'] {
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  return { isSetUp, failure, lastBackupAt: text(lastBackupAt), lastDrillAt: text(lastDrillAt), waitingSince: text(waitingSince) };
}

export type DashboardService = ReturnType<typeof createDashboardService>;
