import * as z from 'zod';
import { wrongSettings } from '../../platform/config/wrong-setting.ts';

const text = z.string().trim().min(1);
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Keys travel to it: only the simulator on this machine is reached without TLS. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith('https:') || LOOPBACK.includes(new URL(url).hostname), 'must start with https://, except on this machine');

/** How the marketplace and the queue of its events are reached. */
export const marketplaceEnvironment = {
  SP_API_BASE_URL: address.default('https://sellingpartnerapi-na.amazon.com'),
  LWA_TOKEN_URL: address.default('https://api.amazon.com/auth/o2/token'),
  SP_API_REFRESH_TOKEN: text.optional(),
  SP_API_CLIENT_ID: text.optional(),
  SP_API_CLIENT_SECRET: text.optional(),
  SP_API_SELLER_ID: text.optional(),
  SP_API_MARKETPLACE_ID: text.default('ATVPDKIKX0DER'),
  /** The queue of Amazon's events; the keys are AWS's own: AWS_ACCESS_KEY_ID, a profile, a role. */
  SQS_QUEUE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SQS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  SQS_REGION: text.optional(),
};

type Value = z.output<z.ZodObject<typeof marketplaceEnvironment>>;

export interface QueueConfig {
  readonly url: string;
  /** The address of a service other than AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

export interface MarketplaceAccount {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly refreshToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sellerId: string;
  readonly marketplaceId: string;
}

const REGION_IN_ADDRESS = /^https:\/\/sqs\.([a-z0-9-]+)\.amazonaws\.com/;

export function readQueue({ SQS_QUEUE_URL: url, SQS_ENDPOINT: endpoint, SQS_REGION: region }: Value): QueueConfig | undefined {
  return url === undefined ? undefined : { url, endpoint, region: region ?? REGION_IN_ADDRESS.exec(url)?.[1] ?? 'us-east-1' };
}

/** @throws ConfigurationError when an account is given in part */
export function readAccount(value: Value): MarketplaceAccount | undefined {
  const given = {
    SP_API_REFRESH_TOKEN: value.SP_API_REFRESH_TOKEN,
    SP_API_CLIENT_ID: value.SP_API_CLIENT_ID,
    SP_API_CLIENT_SECRET: value.SP_API_CLIENT_SECRET,
    SP_API_SELLER_ID: value.SP_API_SELLER_ID,
  };
  const missing = Object.entries(given).flatMap(([name, secret]) => (secret === undefined ? [name] : []));
  if (missing.length === Object.keys(given).length) return undefined;
  if (missing.length > 0) throw wrongSettings(missing.map((name) => `${name}: is missing, the others of the account are there`));
  return {
    baseUrl: value.SP_API_BASE_URL,
    tokenUrl: value.LWA_TOKEN_URL,
    refreshToken: given.SP_API_REFRESH_TOKEN ?? '',
    clientId: given.SP_API_CLIENT_ID ?? '',
    clientSecret: given.SP_API_CLIENT_SECRET ?? '',
    sellerId: given.SP_API_SELLER_ID ?? '',
    marketplaceId: value.SP_API_MARKETPLACE_ID,
  };
}
