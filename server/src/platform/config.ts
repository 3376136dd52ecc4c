import * as z from 'zod';
import { withSecretFiles } from './secret-files.ts';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const text = z.string().trim().min(1);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  STOWAGE_DATA_DIR: text.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The address at which people reach Stowage, for links in mails. */
  STOWAGE_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^[^\r\n]*[^@\s]+@[^@\s]+$/, 'must be an e-mail address, with or without a name: Stowage <stowage@example.com>')
    .default('Stowage <stowage@localhost>'),
  STOWAGE_ADMIN_EMAIL: z
    .string()
    .trim()
    .regex(/^[^@\s]+@[^@\s]+$/, 'must be an e-mail address')
    .optional(),
  STOWAGE_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(1024).optional(),
  STOWAGE_DEMO: onOff.optional(),
  STOWAGE_SEED: z.coerce.number().int().min(0).max(4_294_967_295).default(1),
  /** What a start does about pending migrations. */
  STOWAGE_MIGRATE: z.enum(['auto', 'wait', 'refuse']).default('auto'),
  STOWAGE_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  SP_API_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://sellingpartnerapi-na.amazon.com'),
  LWA_TOKEN_URL: z.url({ protocol: /^https?$/ }).default('https://api.amazon.com/auth/o2/token'),
  SP_API_REFRESH_TOKEN: text.optional(),
  SP_API_CLIENT_ID: text.optional(),
  SP_API_CLIENT_SECRET: text.optional(),
  SP_API_SELLER_ID: text.optional(),
  SP_API_MARKETPLACE_ID: text.default('ATVPDKIKX0DER'),
  /** Encrypts stored credentials; without it a key is generated in the data directory. */
  STOWAGE_ENCRYPTION_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** On an external PostgreSQL: the index advisor may show the planner hypothetical indexes by editing the catalog; needs a superuser. */
  STOWAGE_CATALOG_WHAT_IF: onOff.optional(),
  /** Where backups are stored: a folder, or s3://bucket/prefix. */
  STOWAGE_BACKUP_TARGET: text.optional(),
  STOWAGE_BACKUP_PASSPHRASE_FILE: text.optional(),
  /** When the nightly backup begins, in the time zone of the machine. */
  STOWAGE_BACKUP_AT: z
    .string()
    .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|off)$/, 'must be a time such as 02:30, or off')
    .default('02:30'),
  STOWAGE_BACKUP_KEEP: z
    .string()
    .regex(/^\d+[dwm](,\d+[dwm])*$/, 'must be numbers of days, weeks and months such as 7d,4w,12m')
    .default('7d,4w,12m'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text.default('us-east-1'),
  /** Addresses of proxies whose X-Forwarded-For is trusted, comma-separated. */
  STOWAGE_TRUSTED_PROXIES: text.optional(),
});

/** The demo packs and ships orders automatically, so it must never use a real account. */
const DEMO_WITH_ACCOUNT = `The configuration is wrong:
  STOWAGE_DEMO: the demo ships orders by itself, and SP_API_… names a real marketplace account. Set STOWAGE_DEMO=off to use the account, or remove SP_API_… to use the demo`;

const BACKUP_WITHOUT_PASSPHRASE = `The configuration is wrong:
  STOWAGE_BACKUP_PASSPHRASE_FILE: is missing. Backups in STOWAGE_BACKUP_TARGET are encrypted with the passphrase in this file`;

export interface Config {
  readonly port: number;
  readonly host: string;
  /** As configured; `dataRoot()` decides on the real location. */
  readonly dataDir: string | undefined;
  readonly databaseUrl: string | undefined;
  /** `auto` applies pending migrations at the start, `wait` starts once `stowage migrate` has, `refuse` ends the start. */
  readonly migrate: 'auto' | 'wait' | 'refuse';
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly demo: boolean;
  readonly seed: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly trustedProxies: string[];
  readonly encryptionKey: string | undefined;
  /** Whether the index advisor may edit the catalog in transactions that it rolls back. */
  readonly mayEditCatalogue: boolean;
  readonly publicUrl: string | undefined;
  readonly backup: BackupConfig;
  /** The mail server; undefined without one. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined;
  /** Where accounts from the settings are reached. */
  readonly marketplaceAddresses: Pick<MarketplaceAccount, 'baseUrl' | 'tokenUrl'>;
  /** The seller's account with the marketplace; undefined while none is connected. */
  readonly marketplace: MarketplaceAccount | undefined;
}

export interface BackupConfig {
  /** Undefined while backups are not set up. */
  readonly target: string | undefined;
  readonly passphraseFile: string | undefined;
  /** `02:30`, or `off`. */
  readonly at: string;
  /** `7d,4w,12m` */
  readonly keep: string;
  readonly s3: { readonly endpoint: string | undefined; readonly region: string };
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

/**
 * The configuration, from the environment, which nothing else reads, and from the files that it names for secrets.
 * @throws Error naming every variable that is wrong
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(withSecretFiles(env)).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong:\n${lines.join('\n')}`);
  }
  const value = parsed.data;
  const marketplace = readAccount(value);
  const demo = value.STOWAGE_DEMO ?? value.DATABASE_URL === undefined;
  if (demo && marketplace !== undefined) throw new Error(DEMO_WITH_ACCOUNT);
  if (value.STOWAGE_BACKUP_TARGET !== undefined && value.STOWAGE_BACKUP_PASSPHRASE_FILE === undefined) throw new Error(BACKUP_WITHOUT_PASSPHRASE);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.STOWAGE_DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    migrate: value.STOWAGE_MIGRATE,
    adminEmail: value.STOWAGE_ADMIN_EMAIL ?? 'admin@stowage.local',
    adminPassword: value.STOWAGE_ADMIN_PASSWORD,
    demo,
    seed: value.STOWAGE_SEED,
    logLevel: value.STOWAGE_LOG_LEVEL,
    trustedProxies: value.STOWAGE_TRUSTED_PROXIES?.split(',').map((address) => address.trim()) ?? [],
    publicUrl: value.STOWAGE_PUBLIC_URL,
    backup: {
      target: value.STOWAGE_BACKUP_TARGET,
      passphraseFile: value.STOWAGE_BACKUP_PASSPHRASE_FILE,
      at: value.STOWAGE_BACKUP_AT,
      keep: value.STOWAGE_BACKUP_KEEP,
      s3: { endpoint: value.S3_ENDPOINT, region: value.S3_REGION },
    },
    smtp: value.SMTP_URL === undefined ? undefined : { url: value.SMTP_URL, from: value.MAIL_FROM },
    encryptionKey: value.STOWAGE_ENCRYPTION_KEY,
    mayEditCatalogue: value.STOWAGE_CATALOG_WHAT_IF ?? value.DATABASE_URL === undefined,
    marketplaceAddresses: { baseUrl: value.SP_API_BASE_URL, tokenUrl: value.LWA_TOKEN_URL },
    marketplace,
  };
}

/** @throws Error when an account is given in part */
function readAccount(value: z.output<typeof environment>): MarketplaceAccount | undefined {
  const given = {
    SP_API_REFRESH_TOKEN: value.SP_API_REFRESH_TOKEN,
    SP_API_CLIENT_ID: value.SP_API_CLIENT_ID,
    SP_API_CLIENT_SECRET: value.SP_API_CLIENT_SECRET,
    SP_API_SELLER_ID: value.SP_API_SELLER_ID,
  };
  const missing = Object.entries(given).flatMap(([name, secret]) => (secret === undefined ? [name] : []));
  if (missing.length === Object.keys(given).length) return undefined;
  if (missing.length > 0)
    throw new Error(`The configuration is wrong:\n${missing.map((name) => `  ${name}: is missing, the others of the account are there`).join('\n')}`);
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
