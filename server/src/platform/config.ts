import * as z from 'zod';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const text = z.string().trim().min(1);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  STOWAGE_DATA_DIR: text.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  STOWAGE_ADMIN_EMAIL: z
    .string()
    .trim()
    .regex(/^[^@\s]+@[^@\s]+$/, 'must be an e-mail address')
    .optional(),
  STOWAGE_ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(1024).optional(),
  STOWAGE_DEMO: onOff.optional(),
  STOWAGE_SEED: z.coerce.number().int().min(0).max(4_294_967_295).default(1),
  STOWAGE_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Addresses of proxies whose X-Forwarded-For is believed, comma-separated. */
  STOWAGE_TRUSTED_PROXIES: text.optional(),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** As asked for; `dataRoot()` decides where the data really lies. */
  readonly dataDir: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly demo: boolean;
  readonly seed: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  readonly trustedProxies: string[];
}

/**
 * The configuration, from the environment, which nothing else reads.
 * @throws Error naming every variable that is wrong
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(filled);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong:\n${lines.join('\n')}`);
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.STOWAGE_DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    adminEmail: value.STOWAGE_ADMIN_EMAIL ?? 'admin@stowage.local',
    adminPassword: value.STOWAGE_ADMIN_PASSWORD,
    demo: value.STOWAGE_DEMO ?? value.DATABASE_URL === undefined,
    seed: value.STOWAGE_SEED,
    logLevel: value.STOWAGE_LOG_LEVEL,
    trustedProxies: value.STOWAGE_TRUSTED_PROXIES?.split(',').map((address) => address.trim()) ?? [],
  };
}
