import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';

/** Where the account is from: the environment wins over what was entered, and that over the demo's simulator. */
export const ACCOUNT_SOURCES = ['ENVIRONMENT', 'ENTERED', 'SIMULATOR', 'NONE'] as const;
export type AccountSource = (typeof ACCOUNT_SOURCES)[number];

const moment = z.string().nullable();

export const operationHealth = z.object({
  operation: z.string(),
  /** Calls per second that the marketplace grants. */
  rate: z.number(),
  burst: z.number(),
  /** Calls that may go out at once now; below zero, so many wait. */
  tokens: z.number(),
  lastSuccessAt: moment,
  lastErrorAt: moment,
  lastError: z.string().nullable(),
});
export type OperationHealth = z.infer<typeof operationHealth>;

export const apiHealth = z.object({
  /** `Orders`. */
  api: z.string(),
  lastSuccessAt: moment,
  lastErrorAt: moment,
  lastError: z.string().nullable(),
  operations: z.array(operationHealth),
});
export type ApiHealth = z.infer<typeof apiHealth>;

export const marketplaceConnection = z.object({
  source: z.enum(ACCOUNT_SOURCES),
  sellerId: z.string().nullable(),
  marketplaceId: z.string().nullable(),
  /** Who entered the credentials, and when (ISO 8601, UTC); they themselves are never told. */
  enteredBy: z.string().nullable(),
  enteredAt: moment,
  /** They were encrypted with another key and cannot be read any more. */
  isUnreadable: z.boolean(),
  apis: z.array(apiHealth),
});
export type MarketplaceConnection = z.infer<typeof marketplaceConnection>;

export const getMarketplaceConnection = endpoint({
  method: 'GET',
  path: '/api/marketplace/connection',
  summary: 'Which marketplace account is connected, and how each of its APIs fares',
  response: marketplaceConnection,
});

export const testMarketplaceConnection = endpoint({
  method: 'POST',
  path: '/api/marketplace/connection/test',
  summary: 'Call the marketplace once, and say whether it answered',
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

export const saveMarketplaceCredentials = endpoint({
  method: 'PUT',
  path: '/api/marketplace/credentials',
  summary: 'Enter the credentials of a marketplace account, in place of those that were entered before',
  body: credentialsInput,
  response: success,
  reasons: ['set_by_environment'],
});

export const removeMarketplaceCredentials = endpoint({
  method: 'DELETE',
  path: '/api/marketplace/credentials',
  summary: 'Forget the credentials that were entered',
  response: success,
});
