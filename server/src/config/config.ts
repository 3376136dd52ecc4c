import * as z from 'zod';
import { type MarketplaceAccount, marketplaceEnvironment, type QueueConfig, readAccount, readQueue } from '../integrations/marketplace/marketplace-config.ts';
import type { BackupConfig } from '../platform/config/backup-config.ts';
import { readRetention } from '../platform/config/backup-retention.rules.ts';
import { type FilesConfig, fileEnvironment, readFilesConfig } from '../platform/config/file-config.ts';
import { PROCESS_ROLES, type ProcessRole } from '../platform/config/process-role.ts';
import { readSignInConfig, type SignInConfig, signInEnvironment } from '../platform/config/sign-in-config.ts';
import { wrongSetting, wrongSettings } from '../platform/config/wrong-setting.ts';
import { isDatabaseUrl, roleIn } from '../platform/database/connection/hosts/database-hosts.ts';
import { LOG_LEVELS, type LogLevel } from '../platform/logger.ts';
import type { MetricsConfig } from '../platform/metrics/metrics-page.ts';
import { networks, proxies } from './address-lists.ts';
import { withSecretFiles } from './secret-files.ts';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const text = z.string().trim().min(1);
const port = z.coerce.number().int().min(0).max(65_535);
const key = z.string().min(32, 'must have at least 32 characters');
const databaseUrl = z
  .string()
  .trim()
  .refine(isDatabaseUrl, 'must be the address of a PostgreSQL: postgresql://user:password@host/database, with % in the password written as %25');

const environment = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  STOWAGE_DATA_DIR: text.optional(),
  /** One PostgreSQL, or several hosts of which one takes writes: `postgresql://user@one,two/stowage`. */
  DATABASE_URL: databaseUrl.optional(),
  /** The same database past a pooler in transaction mode: for sessions that hold locks or listen. */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** The role that owns the tables, for migrations and indexes, while DATABASE_URL names one that only uses them. */
  DATABASE_OWNER_URL: databaseUrl.optional(),
  /** A streaming standby, for exports, reports and searches: their answers may then be some seconds old. */
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  /** What this process does: serve, run jobs, or both. */
  STOWAGE_ROLE: z.enum(PROCESS_ROLES).default('all'),
  /** Connections for calls and jobs; exports and the process's own sessions come on top. */
  STOWAGE_POOL_SIZE: z.coerce.number().int().min(2).max(500).optional(),
  /** How long a process that is stopped serves on while load balancers notice that it is not ready. */
  STOWAGE_DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  /** The address at which people reach Stowage, for links in mails. */
  STOWAGE_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** off: mails may travel unencrypted, to a mail server on a network that is trusted. */
  SMTP_TLS: onOff.default(true),
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
  /** Judged by the policy of passwords when the first administrator is created, and not used later. */
  STOWAGE_ADMIN_PASSWORD: z.string().max(1024).optional(),
  /** `small` leaves out the demo's past, which is created in the background. */
  STOWAGE_DEMO: z.enum(['on', 'small', 'off']).optional(),
  STOWAGE_SEED: z.coerce.number().int().min(0).max(4_294_967_295).default(1),
  /** What a start does about pending migrations. */
  STOWAGE_MIGRATE: z.enum(['auto', 'wait', 'refuse']).default('auto'),
  STOWAGE_LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  STOWAGE_ACCESS_LOG: onOff.default(false),
  STOWAGE_METRICS_PORT: port.optional(),
  STOWAGE_METRICS_HOST: text.default('127.0.0.1'),
  STOWAGE_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ...marketplaceEnvironment,
  /** Signs access tokens; without it a key is generated in the data directory. */
  STOWAGE_TOKEN_KEY: key.optional(),
  /** Accepted too while the token key is exchanged. */
  STOWAGE_TOKEN_KEY_OTHER: key.optional(),
  /** Encrypts stored credentials; without it a key is generated in the data directory. */
  STOWAGE_ENCRYPTION_KEY: key.optional(),
  /** Opens too while the encryption key is exchanged. */
  STOWAGE_ENCRYPTION_KEY_OTHER: key.optional(),
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
    .refine((keep) => readRetention(keep) !== undefined, 'must be numbers of days, weeks and months such as 7d,4w,12m, and keep at least one day')
    .default('7d,4w,12m'),
  ...fileEnvironment,
  ...signInEnvironment,
  /** Private addresses and networks that webhooks may reach, comma-separated: `10.1.2.3,192.168.7.0/24`. */
  STOWAGE_WEBHOOK_NETWORKS: networks.default([]),
  /** Addresses of proxies whose X-Forwarded-For is trusted, comma-separated. */
  STOWAGE_TRUSTED_PROXIES: proxies.default([]),
});

/** The demo packs and ships orders automatically, so it must never use a real account. */
const DEMO_WITH_ACCOUNT =
  'the demo ships orders by itself, and SP_API_… names a real marketplace account. Set STOWAGE_DEMO=off to use the account, or remove SP_API_… to use the demo';

const WITHOUT_PASSPHRASE = 'is missing. Backups in STOWAGE_BACKUP_TARGET are encrypted with the passphrase in this file';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** As configured; `dataRoot()` decides on the real location. */
  readonly dataDir: string | undefined;
  readonly databaseUrl: string | undefined;
  /** Set when `databaseUrl` leads to a pooler in transaction mode. */
  readonly directUrl: string | undefined;
  /** Set when `databaseUrl` is of a role that does not own the tables. */
  readonly ownerUrl: string | undefined;
  readonly replicaUrl: string | undefined;
  readonly role: ProcessRole;
  /** Undefined: by role. */
  readonly poolSize: number | undefined;
  readonly drainMs: number;
  /** `auto` applies pending migrations at the start, `wait` starts once `stowage migrate` has, `refuse` ends the start. */
  readonly migrate: 'auto' | 'wait' | 'refuse';
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly demo: boolean;
  /** Whether the demo gets its past and goes on by itself. */
  readonly demoStory: boolean;
  readonly seed: number;
  readonly logLevel: LogLevel;
  readonly trustedProxies: string[];
  /** One line for each call. */
  readonly accessLog: boolean;
  readonly metrics: MetricsConfig;
  /** Whether a collector of traces is set. */
  readonly isTraced: boolean;
  readonly tokenKey: string | undefined;
  readonly otherTokenKey: string | undefined;
  readonly encryptionKey: string | undefined;
  readonly otherEncryptionKey: string | undefined;
  /** Whether the index advisor may edit the catalog in transactions that it rolls back. */
  readonly mayEditCatalog: boolean;
  readonly publicUrl: string | undefined;
  readonly backup: BackupConfig;
  /** Private networks that webhooks may reach. */
  readonly webhookNetworks: readonly string[];
  readonly files: FilesConfig;
  readonly signIn: SignInConfig;
  /** The mail server; undefined without one. */
  readonly smtp: { readonly url: string; readonly from: string; readonly needsTls?: boolean } | undefined;
  /** Where accounts from the settings are reached. */
  readonly marketplaceAddresses: Pick<MarketplaceAccount, 'baseUrl' | 'tokenUrl'>;
  /** The queue of the marketplace's events; undefined without one. */
  readonly eventQueue: QueueConfig | undefined;
  /** The seller's account with the marketplace; undefined while none is connected. */
  readonly marketplace: MarketplaceAccount | undefined;
}

/**
 * The configuration, from the environment, which nothing else reads, and from the files that it names for secrets.
 * @throws ConfigurationError naming every variable that is wrong
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(withSecretFiles(env)).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    throw wrongSettings(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const value = parsed.data;
  const marketplace = readAccount(value);
  const { files, s3 } = readFilesConfig(value);
  const demo = value.STOWAGE_DEMO === undefined ? value.DATABASE_URL === undefined : value.STOWAGE_DEMO !== 'off';
  if (demo && marketplace !== undefined) throw wrongSetting('STOWAGE_DEMO', DEMO_WITH_ACCOUNT);
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL'] as const)
    if (value[name] !== undefined && value.DATABASE_URL === undefined) throw wrongSetting(name, 'DATABASE_URL is missing');
  if (value.DATABASE_OWNER_URL !== undefined && [value.DATABASE_URL, value.DATABASE_OWNER_URL].some((url) => roleIn(url ?? '').name === ''))
    throw wrongSetting('DATABASE_OWNER_URL', 'both it and DATABASE_URL must name their role: postgresql://role:password@host/database');
  if (value.STOWAGE_BACKUP_TARGET !== undefined && value.STOWAGE_BACKUP_PASSPHRASE_FILE === undefined)
    throw wrongSetting('STOWAGE_BACKUP_PASSPHRASE_FILE', WITHOUT_PASSPHRASE);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.STOWAGE_DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    directUrl: value.DATABASE_DIRECT_URL,
    ownerUrl: value.DATABASE_OWNER_URL,
    replicaUrl: value.DATABASE_REPLICA_URL,
    role: value.STOWAGE_ROLE,
    poolSize: value.STOWAGE_POOL_SIZE,
    drainMs: value.STOWAGE_DRAIN_SECONDS * 1000,
    migrate: value.STOWAGE_MIGRATE,
    adminEmail: value.STOWAGE_ADMIN_EMAIL ?? 'admin@stowage.local',
    adminPassword: value.STOWAGE_ADMIN_PASSWORD,
    demo,
    demoStory: demo && value.STOWAGE_DEMO !== 'small',
    seed: value.STOWAGE_SEED,
    logLevel: value.STOWAGE_LOG_LEVEL,
    trustedProxies: value.STOWAGE_TRUSTED_PROXIES,
    accessLog: value.STOWAGE_ACCESS_LOG,
    metrics: {
      listen: value.STOWAGE_METRICS_PORT === undefined ? undefined : { host: value.STOWAGE_METRICS_HOST, port: value.STOWAGE_METRICS_PORT },
      token: value.STOWAGE_METRICS_TOKEN,
    },
    isTraced: value.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    publicUrl: value.STOWAGE_PUBLIC_URL,
    backup: {
      target: value.STOWAGE_BACKUP_TARGET,
      passphraseFile: value.STOWAGE_BACKUP_PASSPHRASE_FILE,
      at: value.STOWAGE_BACKUP_AT,
      keep: value.STOWAGE_BACKUP_KEEP,
      s3,
    },
    webhookNetworks: value.STOWAGE_WEBHOOK_NETWORKS,
    files,
    signIn: readSignInConfig(value),
    smtp: value.SMTP_URL === undefined ? undefined : { url: value.SMTP_URL, from: value.MAIL_FROM, needsTls: value.SMTP_TLS },
    tokenKey: value.STOWAGE_TOKEN_KEY,
    otherTokenKey: value.STOWAGE_TOKEN_KEY_OTHER,
    encryptionKey: value.STOWAGE_ENCRYPTION_KEY,
    otherEncryptionKey: value.STOWAGE_ENCRYPTION_KEY_OTHER,
    mayEditCatalog: value.STOWAGE_CATALOG_WHAT_IF ?? value.DATABASE_URL === undefined,
    marketplaceAddresses: { baseUrl: value.SP_API_BASE_URL, tokenUrl: value.LWA_TOKEN_URL },
    eventQueue: readQueue(value),
    marketplace,
  };
}
