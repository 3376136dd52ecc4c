import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { recordParams } from '../formats/ids.ts';
import { ipOrNetwork } from '../formats/ip-network.ts';
import { PERMISSIONS, type Permission } from '../permissions.ts';

/** Every key begins with this, so that scanners for leaked secrets find it. */
export const API_KEY_PREFIX = 'stw_';
const API_KEY_MAX_DAYS = 366;
const API_KEY_NAME_MAX_LENGTH = 80;
const API_KEY_MAX_ADDRESSES = 20;

/** OWNER_INACTIVE: the account of the person who created it is deactivated. */
const API_KEY_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED', 'OWNER_INACTIVE'] as const;

const permission = z.enum(PERMISSIONS as [Permission, ...Permission[]]);

const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  state: z.enum(API_KEY_STATES),
  scopes: z.array(z.string()),
  /** Empty: every address. */
  allowed_addresses: z.array(z.string()),
  created_by: z.string(),
  /** ISO 8601, like the other times. */
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  revoked_by: z.string().nullable(),
  /** To the minute; null for a key that was never used. */
  last_used_at: z.string().nullable(),
  last_used_address: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const newApiKey = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(API_KEY_NAME_MAX_LENGTH),
  scopes: z.array(permission).min(1, 'Choose at least one permission').max(PERMISSIONS.length),
  expires_in_days: z.int().min(1, 'A key is valid for at least a day').max(API_KEY_MAX_DAYS, `A key is valid for at most ${API_KEY_MAX_DAYS} days`),
  allowed_addresses: z.array(ipOrNetwork).max(API_KEY_MAX_ADDRESSES).default([]),
});

export const listApiKeys = endpoint('GET /api/api-keys', {
  summary: 'List the API keys, the newest first. The keys themselves are not stored',
  response: z.array(apiKey),
});

export const createApiKey = endpoint('POST /api/api-keys', {
  summary:
    'Create an API key for some of your own permissions. One that shows costs, such as `invoices.read`, adds `costs.read`. The key is in the response and can’t be read again',
  body: newApiKey,
  response: z.object({ id: z.number(), key: z.string() }),
  reasons: ['beyond_own_permissions'],
});

export const revokeApiKey = endpoint('POST /api/api-keys/:id/revoke', {
  summary: 'Revoke an API key. It stops working at once, also on open connections',
  params: recordParams,
  response: success,
});
