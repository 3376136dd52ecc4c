import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { topic } from '../topic.ts';
import { historyRow, locationReference, utcText } from './scan.ts';

/** What an audit's scan did. `ELSEWHERE`: nothing yet, because the unit may be one that is booked in another place. */
export const AUDIT_OUTCOMES = ['CONFIRMED', 'ADDED', 'MOVED', 'ELSEWHERE'] as const;

/** The audit's history holds this many of the newest scans. */
export const AUDIT_HISTORY_LIMIT = 200;

/** A round that rested this long is over: whoever comes back counts the shelf from the start. */
export const AUDIT_ROUND_REST_MS = 30 * 60_000;

export const auditResult = z.object({
  outcome: z.enum(AUDIT_OUTCOMES),
  unit_id: z.number().nullable(),
  item_name: z.string().nullable(),
  seller_sku: z.string().nullable(),
  identifier: z.string(),
  sku_condition: z.number().nullable(),
  location: z.string(),
  /** `MOVED`: where it was booked. */
  from_location: z.string().nullable(),
  /** How many units of this listing the round has counted here, of how many that are booked here. */
  counted: z.number(),
  expected: z.number(),
  /** `ELSEWHERE`: the places it may have come from, the fullest first. */
  elsewhere: z.array(z.object({ location_id: z.number(), location: z.string(), count: z.number() })),
});
export type AuditResult = z.infer<typeof auditResult>;

export const auditUnit = endpoint({
  method: 'POST',
  path: '/api/inventory/audit/scan',
  summary: 'Count one unit on a shelf: confirm it while the round has seen fewer than are booked there, then ask, move or add',
  body: z.object({
    productId: z.string().max(256),
    locationId: locationReference,
    /** The same while one shelf is being counted; a new one starts over. */
    roundId: z.string().min(8).max(64),
    clientScanId: z.string().min(8).max(64),
    /** What to do with one more than is booked here: ask where it is booked elsewhere, add it, or move one from there. */
    surplus: z.enum(['ask', 'add', 'move']).default('ask'),
    /** With `move`: the place it came from. */
    fromLocationId: z.int32().positive().optional(),
  }),
  response: auditResult,
  reasons: ['not_an_identifier', 'lpn', 'ambiguous', 'unknown_location', 'scan_id_reused', 'round_of_another_location', 'no_longer_there'],
});

export const auditHistoryRow = historyRow.extend({
  /** The movement's id: one row per scan. */
  movement_id: z.number(),
  outcome: z.enum(['CONFIRMED', 'ADDED', 'MOVED']),
  scanned_code: z.string(),
  scanned_at: utcText,
  scanned_by: z.string().nullable(),
  /** The shelf that was counted; `location` is where the unit is now. */
  scanned_location: z.string(),
  from_location: z.string().nullable(),
  /** Somebody has taken it back. */
  undone: z.boolean(),
});
export type AuditHistoryRow = z.infer<typeof auditHistoryRow>;

export const auditHistory = endpoint({
  method: 'GET',
  path: '/api/inventory/audit/history',
  summary: `The newest ${AUDIT_HISTORY_LIMIT} scans of audits`,
  response: z.array(auditHistoryRow),
});

/** Why a scan counted nothing: it was sent before, no product has its code, or it was refused. */
export const AUDIT_MISSES = ['DUPLICATE', 'UNMATCHED', 'ERROR'] as const;

export const auditMiss = z.object({
  id: z.number(),
  result: z.enum(AUDIT_MISSES),
  scanned_code: z.string(),
  scanned_location: z.string().nullable(),
  message: z.string(),
  scanned_at: utcText,
  scanned_by: z.string().nullable(),
});
export type AuditMiss = z.infer<typeof auditMiss>;

export const auditMisses = endpoint({
  method: 'GET',
  path: '/api/inventory/audit/misses',
  summary: `The newest ${AUDIT_HISTORY_LIMIT} scans of audits that counted nothing`,
  response: z.array(auditMiss),
});

/** A scan of an audit counted nothing. */
export const auditMissesTopic = topic({
  path: 'audit-misses',
  payload: z.object({ result: z.enum(AUDIT_MISSES) }),
  permission: 'stock.read',
});
