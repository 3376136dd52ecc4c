import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { MINUTE_MS } from '../formats/durations.ts';
import { clientId } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { topic } from '../topic.ts';
import { locationReference } from './locations.ts';
import { historyRow, incompleteCode } from './scan.ts';

/** The result of an audit's scan. `ELSEWHERE`: nothing changed yet, because the unit may be booked in another location. */
const AUDIT_OUTCOMES = ['CONFIRMED', 'ADDED', 'MOVED', 'ELSEWHERE'] as const;

/** The audit's history shows this many of the newest scans. */
export const AUDIT_HISTORY_LIMIT = 200;

/** A round without a scan for this long is over; the next scan starts a new one. */
export const AUDIT_ROUND_REST_MS = 30 * MINUTE_MS;

const auditResult = z.object({
  outcome: z.enum(AUDIT_OUTCOMES),
  unit_id: z.number().nullable(),
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  identifier: z.string(),
  sku_condition: z.number().nullable(),
  location: z.string(),
  /** `MOVED`: the location where the unit was booked. */
  from_location: z.string().nullable(),
  /** The units of this listing that the round has counted here, of those booked here. */
  counted: z.number(),
  expected: z.number(),
  /** `ELSEWHERE`: the locations from which the unit may have come, the one with most units first. */
  elsewhere: z.array(z.object({ location_id: z.number(), location: z.string(), count: z.number() })),
});
export type AuditResult = z.infer<typeof auditResult>;

export const auditUnit = endpoint('POST /api/inventory/audit/scan', {
  summary: 'Count one unit on a shelf: confirm a booked unit that the round has not counted; for a surplus unit ask, move or add',
  body: z
    .object({
      productId: z.string().max(256),
      locationId: locationReference,
      /** One id per round; a new id starts the shelf over. */
      roundId: clientId,
      clientScanId: clientId,
      /** How to treat a surplus unit: ask if other locations have one, add it as new, or move one from another location. */
      surplus: z.enum(['ask', 'add', 'move']).default('ask'),
      /** With `move`: the other location. */
      fromLocationId: z.int32().positive().optional(),
      incomplete: incompleteCode,
    })
    .refine(({ surplus, fromLocationId }) => surplus !== 'move' || fromLocationId !== undefined, {
      path: ['fromLocationId'],
      message: 'must be the location from which the unit is moved',
    }),
  response: auditResult,
  reasons: ['not_an_identifier', 'lpn', 'ambiguous', 'incomplete', 'unknown_location', 'scan_id_reused', 'round_of_another_location', 'no_longer_there'],
});

const auditHistoryRow = historyRow.extend({
  /** The movement's id: one row per scan. */
  movement_id: z.number(),
  outcome: z.enum(['CONFIRMED', 'ADDED', 'MOVED']),
  scanned_code: z.string(),
  scanned_at: utcText,
  scanned_by_id: z.number().nullable(),
  scanned_by: z.string().nullable(),
  /** The shelf that was counted; `location` is where the unit is now. */
  scanned_location: z.string(),
  from_location: z.string().nullable(),
  /** A later movement undid it. */
  undone: z.boolean(),
});
export type AuditHistoryRow = z.infer<typeof auditHistoryRow>;

export const auditHistory = endpoint('GET /api/inventory/audit/history', {
  summary: `The newest ${AUDIT_HISTORY_LIMIT} scans of audits`,
  response: z.array(auditHistoryRow),
});

/** Why a scan counted nothing: it was a repetition, its code is unknown, or it was rejected. */
const AUDIT_MISSES = ['DUPLICATE', 'UNMATCHED', 'ERROR'] as const;

const auditMiss = z.object({
  id: z.number(),
  result: z.enum(AUDIT_MISSES),
  scanned_code: z.string(),
  scanned_location: z.string().nullable(),
  message: z.string(),
  scanned_at: utcText,
  scanned_by: z.string().nullable(),
});
export type AuditMiss = z.infer<typeof auditMiss>;

export const auditMisses = endpoint('GET /api/inventory/audit/misses', {
  summary: `The newest ${AUDIT_HISTORY_LIMIT} scans of audits that counted nothing`,
  response: z.array(auditMiss),
});

/** A scan of an audit counted nothing. */
export const auditMissesTopic = topic({
  path: 'audit-misses',
  payload: z.object({ result: z.enum(AUDIT_MISSES) }),
  permission: 'stock.read',
});
