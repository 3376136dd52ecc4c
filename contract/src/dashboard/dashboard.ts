import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { timeZone } from '../formats/time-zones/time-zone.ts';
import { topic } from '../topic.ts';
import { ATTENTION_KINDS, type AttentionKind, DASHBOARD_PARTS, NUMBER_CARDS, type NumberCardName } from './dashboard-cards.ts';

/** The maximum age of a part, even if no change was announced. */
export const DASHBOARD_CACHE_MS = 30_000;
/** The server collects changes for this long and announces them together. */
export const DASHBOARD_PUSH_DELAY_MS = 500;

const cardName = z.enum(Object.keys(NUMBER_CARDS) as [NumberCardName, ...NumberCardName[]]);
const moment = z.string();

const inZone = z.object({ timeZone });

export const LEVELS = ['NEUTRAL', 'GOOD', 'WARN', 'BAD'] as const;

const numberCard = z.object({
  name: cardName,
  /** Decimal text in the card's unit; null when there is no data, which `note` explains. */
  value: z.string().nullable(),
  /** The difference from seven days ago; null without a comparison. */
  change: z.string().nullable(),
  level: z.enum(LEVELS),
  /** Additional information: an amount, missing data or a start date. */
  note: z.string().nullable(),
  /** When the value was computed; ISO 8601. */
  at: moment,
  /** When a periodically computed value was computed; null for a current value. */
  asOf: moment.nullable(),
});
export type NumberCard = z.infer<typeof numberCard>;

export const dashboardSummary = endpoint('GET /api/dashboard/summary', {
  summary: 'The number cards that the caller may see, or one of them. Values are at most 30 seconds old',
  query: z.object({ card: cardName.optional(), timeZone }),
  response: z.object({
    cards: z.array(numberCard),
    /** Cards whose computation failed. */
    failed: z.array(cardName),
  }),
});

const attentionKind = z.enum(Object.keys(ATTENTION_KINDS) as [AttentionKind, ...AttentionKind[]]);

const attentionRow = z.object({
  kind: attentionKind,
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  text: z.string(),
  count: z.number(),
  /** The count stopped at a limit. */
  isCutShort: z.boolean(),
  /** Dollars at risk as decimal text; null if unknown. */
  amount: z.string().nullable(),
  /** How many of the records have no known amount. */
  unknown: z.number(),
  /** When a periodically computed row was computed; ISO 8601. */
  asOf: moment.nullable(),
  /** The earliest due time; ISO 8601. */
  dueAt: moment.nullable(),
  /** The label of the button; `path` is its target. */
  action: z.string(),
  path: z.string(),
});
export type AttentionRow = z.infer<typeof attentionRow>;

export const needsYouNow = endpoint('GET /api/dashboard/attention', {
  summary: 'The work that needs attention, limited to what the caller may open, by severity, dollars at risk and due time',
  query: inZone,
  response: z.object({
    rows: z.array(attentionRow),
    /** Kinds whose query failed. */
    failed: z.array(attentionKind),
  }),
});

export const FLOW_DAYS = 30;

export const stockFlow = endpoint('GET /api/dashboard/stock-flow', {
  summary: `Units in and out on each of the last ${FLOW_DAYS} days`,
  query: inZone,
  response: z.object({
    days: z.array(z.object({ day, received: z.number(), returned: z.number(), shipped: z.number(), removed: z.number() })),
  }),
});
export type FlowDay = z.infer<typeof stockFlow.response>['days'][number];

export const scanRate = endpoint('GET /api/dashboard/scan-rate', {
  summary: 'Today’s scans by hour and person',
  query: inZone,
  response: z.object({
    /** From midnight to now in the requested time zone. */
    hours: z.array(z.number()),
    people: z.array(z.object({ userId: z.number(), name: z.string(), scans: z.array(z.number()) })),
  }),
});

export const CLAIM_MONTHS = 12;

export const claimMonths = endpoint('GET /api/dashboard/claims', {
  summary: `Claimed and paid amounts in each of the last ${CLAIM_MONTHS} months (UTC)`,
  response: z.object({
    months: z.array(
      z.object({
        /** `2026-11`. */
        month: z.string(),
        /** A claim expects the cost of its units. */
        claimed: cost(z.string()),
        paid: z.string(),
        /** Claims without an amount. */
        unknown: z.number(),
      }),
    ),
  }),
});

export type ClaimMonth = z.infer<typeof claimMonths.response>['months'][number];

export const systemState = endpoint('GET /api/dashboard/system', {
  summary: 'The state of the installation: jobs, queue, sync, latency, database size and failed sign-ins',
  response: z.object({
    runningJobs: z.number(),
    /** Jobs that wait for a worker or are due later. */
    queuedJobs: z.number(),
    /** Failed in the last 24 hours. */
    failedJobs: z.number(),
    /** Tasks that wait for a worker. */
    queued: z.number(),
    /** The newest finished sync: `drift` counts the SKUs that differ from the quantity sent, `reread` those read again. */
    lastSync: z.object({ at: moment, hasError: z.boolean(), drift: z.number(), reread: z.number() }).nullable(),
    /** The 95th percentile of this process's calls in the last 15 minutes, in milliseconds. */
    callsP95Ms: z.number().nullable(),
    calls: z.number(),
    databaseBytes: z.number(),
    isDatabaseEmbedded: z.boolean(),
    pendingSuggestions: z.number(),
    /** Sign-ins in the last 24 hours that were rejected for a wrong password or code. */
    failedSignIns: z.number(),
    backup: z.object({
      isSetUp: z.boolean(),
      lastBackupAt: moment.nullable(),
      /** Why the newest backup failed; null after a success. */
      failure: z.string().nullable(),
      /** The last successful restore drill. */
      lastDrillAt: moment.nullable(),
      /** Since when changes have been waiting for the backup target. */
      waitingSince: moment.nullable(),
    }),
  }),
});
export type SystemState = z.infer<typeof systemState.response>;

/** Announces parts of the dashboard that have changed. */
export const dashboardTopic = topic({
  path: 'dashboard',
  payload: z.object({ parts: z.array(z.enum(DASHBOARD_PARTS)) }),
  permission: 'account.own',
});
