import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';

/** The source of the account: the environment takes precedence over entered credentials, and these over the demo's simulator. */
const ACCOUNT_SOURCES = ['ENVIRONMENT', 'ENTERED', 'SIMULATOR', 'NONE'] as const;
export type AccountSource = (typeof ACCOUNT_SOURCES)[number];

const moment = z.string().nullable();

const operationHealth = z.object({
  operation: z.string(),
  /** Calls per second that the marketplace allows. */
  rate: z.number(),
  burst: z.number(),
  /** Calls that can be sent immediately; a negative number counts waiting calls. */
  tokens: z.number(),
  lastSuccessAt: moment,
  lastErrorAt: moment,
  lastError: z.string().nullable(),
});
export type OperationHealth = z.infer<typeof operationHealth>;

export const apiHealth = z.object({
  /** The name of the API, such as `Orders`. */
  api: z.string(),
  lastSuccessAt: moment,
  lastErrorAt: moment,
  lastError: z.string().nullable(),
  operations: z.array(operationHealth),
});
export type ApiHealth = z.infer<typeof apiHealth>;

/** The roles of an application, by their names in Seller Central. */
export const MARKETPLACE_ROLES = [
  'Product Listing',
  'Pricing',
  'Inventory and Order Tracking',
  'Amazon Fulfillment',
  'Direct-to-Consumer Delivery (Restricted)',
] as const;
export type MarketplaceRole = (typeof MARKETPLACE_ROLES)[number];

const roleCheck = z.object({
  role: z.enum(MARKETPLACE_ROLES),
  /** UNKNOWN: not checked yet, or the check itself failed. */
  state: z.enum(['GRANTED', 'MISSING', 'UNKNOWN']),
  /** Why the state is unknown; null otherwise. */
  message: z.string().nullable(),
  checkedAt: moment,
});
export type RoleCheck = z.infer<typeof roleCheck>;

const marketplaceConnection = z.object({
  source: z.enum(ACCOUNT_SOURCES),
  sellerId: z.string().nullable(),
  marketplaceId: z.string().nullable(),
  /** Who entered the credentials and when (ISO 8601, UTC). The credentials themselves are never returned. */
  enteredBy: z.string().nullable(),
  enteredAt: moment,
  /** The credentials were encrypted with another key and can't be read. */
  isUnreadable: z.boolean(),
  /** Each role, as the last test of the connection found it. */
  roles: z.array(roleCheck),
  apis: z.array(apiHealth),
});
export type MarketplaceConnection = z.infer<typeof marketplaceConnection>;

export const getMarketplaceConnection = endpoint('GET /api/marketplace/connection', {
  summary: 'The connected marketplace account and the health of its APIs',
  response: marketplaceConnection,
});

export const testMarketplaceConnection = endpoint('POST /api/marketplace/connection/test', {
  summary: 'Call the marketplace once for each role that Stowage needs, and report whether it answers and what it refuses',
  response: z.object({ success: z.boolean(), message: z.string() }),
});

const secret = z.string().trim().min(1, 'This is needed').max(2_048);

export const credentialsInput = z.object({
  sellerId: secret.regex(/^[A-Z0-9]{5,20}$/, 'Capital letters and digits, such as A2EUQ1WTGCTBG2'),
  marketplaceId: secret.regex(/^[A-Z0-9]{5,20}$/, 'Capital letters and digits, such as ATVPDKIKX0DER'),
  clientId: secret,
  clientSecret: secret,
  refreshToken: secret,
});

export const saveMarketplaceCredentials = endpoint('PUT /api/marketplace/credentials', {
  summary: 'Enter or replace the credentials of a marketplace account',
  body: credentialsInput,
  response: success,
  reasons: ['set_by_environment', 'demo_data'],
});

export const removeMarketplaceCredentials = endpoint('DELETE /api/marketplace/credentials', {
  summary: 'Remove the entered credentials',
  response: success,
});
