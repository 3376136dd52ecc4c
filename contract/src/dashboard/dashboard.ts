import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { timeZone } from '../formats/time-zone.ts';
import { topic } from '../topic.ts';
import { ATTENTION_KINDS, type AttentionKind, DASHBOARD_PARTS, NUMBER_CARDS, type NumberCardName } from './dashboard-cards.ts';

/** What a part shows is at most this old, also where nobody tells that it changed. */
export const DASHBOARD_CACHE_MS = 30_000;
/** Changes are told this long after the first of them, together. */
export const DASHBOARD_TELL_MS = 500;

const cardName = z.enum(Object.keys(NUMBER_CARDS) as [NumberCardName, ...NumberCardName[]]);
const moment = z.string();

const inZone = z.object({ timeZone });

export const LEVELS = ['NEUTRAL', 'GOOD', 'WARN', 'BAD'] as const;

const numberCard = z.object({
  name: cardName,
  /** Decimal text in the card's unit; null where there is nothing to tell it from, which `note` then says. */
  value: z.string().nullable(),
  /** The value less what it was seven days ago; null where that is not known. */
  change: z.string().nullable(),
  level: z.enum(LEVELS),
  /** What belongs to the value: an amount, what is unknown, since when. */
  note: z.string().nullable(),
  /** When it was worked out; ISO 8601. */
  at: moment,
  /** Of what is worked out now and then: when that was; null of what is of now. */
  asOf: moment.nullable(),
});
export type NumberCard = z.infer<typeof numberCard>;

export const dashboardSummary = endpoint({
  method: 'GET',
  path: '/api/dashboard/summary',
  summary: 'The number cards that the caller may see, or one of them; at most 30 seconds old',
  query: z.object({ card: cardName.optional(), timeZone }),
  response: z.object({
    cards: z.array(numberCard),
    /** Those that could not be worked out. */
    failed: z.array(cardName),
  }),
});

const attentionKind = z.enum(Object.keys(ATTENTION_KINDS) as [AttentionKind, ...AttentionKind[]]);

const attentionRow = z.object({
  kind: attentionKind,
  severity: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  text: z.string(),
  count: z.number(),
  /** There are more than the count says. */
  isCutShort: z.boolean(),
  /** Dollars at risk as decimal text; null where they are not known. */
  amount: z.string().nullable(),
  /** How many of them have no amount that anybody knows. */
  unknown: z.number(),
  /** Of what is worked out now and then: when that was; ISO 8601. */
  asOf: moment.nullable(),
  /** When the first of them is due; ISO 8601. */
  dueAt: moment.nullable(),
  /** What the button says, and where it leads. */
  action: z.string(),
  path: z.string(),
});
export type AttentionRow = z.infer<typeof attentionRow>;

export const needsYouNow = endpoint({
  method: 'GET',
  path: '/api/dashboard/attention',
  summary: 'What waits for somebody, of what the caller may open: by severity, then dollars at risk, then due time',
  query: inZone,
  response: z.object({
    rows: z.array(attentionRow),
    /** Sources that could not be read. */
    failed: z.array(attentionKind),
  }),
});

/** The chart of units in and out shows so many days. */
export const FLOW_DAYS = 30;

export const stockFlow = endpoint({
  method: 'GET',
  path: '/api/dashboard/stock-flow',
  summary: `Units in and out on each of the last ${FLOW_DAYS} days`,
  query: inZone,
  response: z.object({
    days: z.array(z.object({ day, received: z.number(), returned: z.number(), shipped: z.number(), removed: z.number() })),
  }),
});
export type FlowDay = z.infer<typeof stockFlow.response>['days'][number];

export const scanRate = endpoint({
  method: 'GET',
  path: '/api/dashboard/scan-rate',
  summary: 'Scans of today by hour and person',
  query: inZone,
  response: z.object({
    /** From midnight to now, in the zone asked for. */
    hours: z.array(z.number()),
    people: z.array(z.object({ userId: z.number(), name: z.string(), scans: z.array(z.number()) })),
  }),
});

/** The chart of claims shows so many months. */
export const CLAIM_MONTHS = 12;

export const claimMonths = endpoint({
  method: 'GET',
  path: '/api/dashboard/claims',
  summary: `What was claimed and what was paid in each of the last ${CLAIM_MONTHS} months (UTC)`,
  response: z.object({
    months: z.array(
      z.object({
        /** `2026-11`. */
        month: z.string(),
        claimed: z.string(),
        paid: z.string(),
        /** Claims whose amount nobody has entered. */
        unknown: z.number(),
      }),
    ),
  }),
});

export const systemState = endpoint({
  method: 'GET',
  path: '/api/dashboard/system',
  summary: 'How the installation fares: jobs, queue, sync, speed, size, sign-ins',
  response: z.object({
    runningJobs: z.number(),
    /** In the last 24 hours. */
    failedJobs: z.number(),
    /** What waits for a worker now. */
    queued: z.number(),
    /** When the newest sync that ended did, and what it left that differs from what was sent. */
    lastSync: z.object({ at: moment, hasError: z.boolean(), drift: z.number(), reread: z.number() }).nullable(),
    /** In milliseconds, of the calls that this process answered in the last 15 minutes. */
    callsP95Ms: z.number().nullable(),
    calls: z.number(),
    databaseBytes: z.number(),
    isDatabaseEmbedded: z.boolean(),
    pendingSuggestions: z.number(),
    /** In the last 24 hours: refused for their password or their code. */
    failedSignIns: z.number(),
  }),
});
export type SystemState = z.infer<typeof systemState.response>;

export const FIRST_STEPS = ['locations', 'products', 'printer', 'marketplace', 'people'] as const;

export const firstSteps = endpoint({
  method: 'GET',
  path: '/api/dashboard/first-steps',
  summary: 'What is set up of a new installation; nothing when it is in use',
  response: z.object({ steps: z.array(z.object({ name: z.enum(FIRST_STEPS), isDone: z.boolean(), detail: z.string() })) }),
});

/** Parts of the dashboard show something else than before. */
export const dashboardTopic = topic({
  path: 'dashboard',
  payload: z.object({ parts: z.array(z.enum(DASHBOARD_PARTS)) }),
  permission: 'account.own',
});
