import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('has the documented defaults', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, seed: 1, databaseUrl: undefined });
});

it('leaves out the past of a small demo', () => {
  expect([undefined, 'on', 'small', 'off'].map((STOWAGE_DEMO) => readConfig({ STOWAGE_DEMO })).map(({ demo, demoStory }) => [demo, demoStory])).toEqual([
    [true, true],
    [true, true],
    [true, false],
    [false, false],
  ]);
});

it('creates no demo on an external database unless configured', () => {
  const DATABASE_URL = 'postgres://user@host/db';
  expect(readConfig({ DATABASE_URL }).demo).toBe(false);
  expect(readConfig({ DATABASE_URL, STOWAGE_DEMO: 'on' }).demo).toBe(true);
});

it('treats an empty variable as missing', () => {
  expect(readConfig({ PORT: '', STOWAGE_DATA_DIR: '' })).toMatchObject({ port: 3000, dataDir: undefined });
});

it('names every invalid variable', () => {
  expect(() => readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x/y', STOWAGE_DEMO: 'maybe' })).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*STOWAGE_DEMO/);
});

it('accepts a marketplace account only when it is complete', () => {
  const account = { SP_API_REFRESH_TOKEN: 'r', SP_API_CLIENT_ID: 'c', SP_API_CLIENT_SECRET: 's', SP_API_SELLER_ID: 'A1' };
  expect(readConfig({}).marketplace).toBeUndefined();
  expect(readConfig({ ...account, STOWAGE_DEMO: 'off' }).marketplace).toMatchObject({
    sellerId: 'A1',
    marketplaceId: 'ATVPDKIKX0DER',
    baseUrl: 'https://sellingpartnerapi-na.amazon.com',
  });
  expect(() => readConfig({ ...account, SP_API_CLIENT_SECRET: '' })).toThrow('SP_API_CLIENT_SECRET: is missing');
});

it('refuses the demo together with a real marketplace account', () => {
  const account = { SP_API_REFRESH_TOKEN: 'r', SP_API_CLIENT_ID: 'c', SP_API_CLIENT_SECRET: 's', SP_API_SELLER_ID: 'A1' };
  expect(() => readConfig(account)).toThrow(/STOWAGE_DEMO=off/);
  expect(() => readConfig({ ...account, STOWAGE_DEMO: 'on', DATABASE_URL: 'postgres://user@host/db' })).toThrow(/STOWAGE_DEMO=off/);
});

it('refuses backups without a passphrase', () => {
  expect(() => readConfig({ STOWAGE_BACKUP_TARGET: '/mnt/backups' })).toThrow('STOWAGE_BACKUP_PASSPHRASE_FILE: is missing');
  const backup = { STOWAGE_BACKUP_TARGET: '/mnt/backups', STOWAGE_BACKUP_PASSPHRASE_FILE: '/etc/passphrase' };
  expect(readConfig(backup).backup).toMatchObject({ target: '/mnt/backups', at: '02:30', keep: '7d,4w,12m' });
  for (const keep of ['4w,12m', '0d', '10000d'])
    expect(() => readConfig({ ...backup, STOWAGE_BACKUP_KEEP: keep })).toThrow('STOWAGE_BACKUP_KEEP: must be numbers of days, weeks and months');
  expect(() => readConfig({ ...backup, STOWAGE_BACKUP_AT: '2:30', STOWAGE_BACKUP_KEEP: '7 days' })).toThrow(/STOWAGE_BACKUP_AT.*\n.*STOWAGE_BACKUP_KEEP/);
});

it('shows nothing to the outside unless configured', () => {
  expect(readConfig({})).toMatchObject({ metrics: { listen: undefined, token: undefined }, isTraced: false, accessLog: false });
  const env = { STOWAGE_METRICS_PORT: '9464', STOWAGE_ACCESS_LOG: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  expect(readConfig(env)).toMatchObject({ metrics: { listen: { host: '127.0.0.1', port: 9464 } }, isTraced: true, accessLog: true });
  expect(() => readConfig({ STOWAGE_METRICS_TOKEN: 'short' })).toThrow('STOWAGE_METRICS_TOKEN: must have at least 16 characters');
});

it('runs as what the role says, on one or several hosts', () => {
  expect(readConfig({})).toMatchObject({ role: 'all', poolSize: undefined, drainMs: 0 });
  const DATABASE_URL = 'postgres://user@one,two:5433/db?target_session_attrs=read-write';
  expect(readConfig({ DATABASE_URL, STOWAGE_ROLE: 'web', STOWAGE_POOL_SIZE: '20', STOWAGE_DRAIN_SECONDS: '5' })).toMatchObject({
    databaseUrl: DATABASE_URL,
    role: 'web',
    poolSize: 20,
    drainMs: 5_000,
  });
  expect(() => readConfig({ STOWAGE_ROLE: 'both', STOWAGE_TOKEN_KEY: 'short' })).toThrow(/STOWAGE_ROLE[\s\S]*STOWAGE_TOKEN_KEY: must have at least 32/);
  expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://user@host/db' })).toThrow('DATABASE_DIRECT_URL: DATABASE_URL is missing');
  expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://user@host/db' })).toThrow('DATABASE_OWNER_URL: DATABASE_URL is missing');
  expect(() => readConfig({ DATABASE_OWNER_URL: 'postgres://owner@host/db', DATABASE_URL: 'postgres://host/db' })).toThrow('must name their role');
});

it('stores files in S3 once a bucket is named, and on the disk otherwise', () => {
  expect(readConfig({}).files).toEqual({ place: 'disk', s3: undefined });
  const env = { S3_BUCKET: 'stowage', S3_PREFIX: '/one/', S3_ENDPOINT: 'https://s3.example.com', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const s3 = { endpoint: 'https://s3.example.com', region: 'us-east-1', credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } };
  expect(readConfig(env)).toMatchObject({ files: { place: 's3', s3: { ...s3, bucket: 'stowage', prefix: 'one' } }, backup: { s3 } });
  expect(readConfig({ ...env, STOWAGE_FILES: 'disk' }).files).toMatchObject({ place: 'disk', s3: { bucket: 'stowage' } });
  expect(() => readConfig({ STOWAGE_FILES: 's3' })).toThrow('S3_BUCKET: is missing');
  expect(() => readConfig({ S3_SECRET_ACCESS_KEY: 'secret' })).toThrow('S3_ACCESS_KEY_ID: is missing');
  expect(() => readConfig({ S3_BUCKET: 'stowage/one' })).toThrow('S3_BUCKET: must be the name of a bucket');
});

it('signs people in at a provider only with complete settings, and never without a way in when it is down', () => {
  expect(readConfig({}).signIn).toEqual({ hasPasswords: true, hasPasskeys: true, breakGlass: [], oidc: undefined });
  const env = { STOWAGE_OIDC_ISSUER: 'https://id.example.com', STOWAGE_OIDC_CLIENT_ID: 'stowage' };
  expect(() => readConfig({ STOWAGE_OIDC_ISSUER: env.STOWAGE_OIDC_ISSUER })).toThrow('STOWAGE_OIDC_CLIENT_ID: is missing');
  expect(() => readConfig({ ...env, STOWAGE_OIDC_ISSUER: 'http://id.example.com' })).toThrow('STOWAGE_OIDC_ISSUER: must start with https://');
  expect(() => readConfig({ STOWAGE_SIGN_IN: 'password,oidc' })).toThrow('STOWAGE_OIDC_ISSUER is missing');
  expect(() => readConfig({ ...env, STOWAGE_SIGN_IN: 'oidc' })).toThrow('STOWAGE_BREAK_GLASS: is missing');
  const strict = readConfig({ ...env, STOWAGE_SIGN_IN: 'oidc', STOWAGE_BREAK_GLASS: 'Glass@example.com' }).signIn;
  expect(strict).toMatchObject({
    hasPasswords: false,
    hasPasskeys: false,
    breakGlass: ['glass@example.com'],
    oidc: { twoStep: 'amr', createsAccounts: false },
  });
  const roles = readConfig({ ...env, STOWAGE_OIDC_ROLE_MAP: 'cn=boss,ou=groups = ROLE_ADMIN; staff=ROLE_USER', STOWAGE_OIDC_DOMAINS: '@Example.com, b.com' });
  expect(roles.signIn.oidc).toMatchObject({
    roleMap: [
      { group: 'cn=boss,ou=groups', role: 'ROLE_ADMIN' },
      { group: 'staff', role: 'ROLE_USER' },
    ],
    domains: ['example.com', 'b.com'],
  });
  expect(() => readConfig({ ...env, STOWAGE_OIDC_ROLE_MAP: 'boss' })).toThrow('STOWAGE_OIDC_ROLE_MAP');
});

it('names the proxies that it does not understand', () => {
  const proxies = (STOWAGE_TRUSTED_PROXIES: string) => readConfig({ STOWAGE_TRUSTED_PROXIES }).trustedProxies;
  expect(proxies('uniquelocal, 10.0.0.0/8,::1')).toEqual(['uniquelocal', '10.0.0.0/8', '::1']);
  for (const wrong of ['proxy.example.com', '10.0.0.0/40', '127.0.0.1,', 'true'])
    expect(() => proxies(wrong)).toThrow(/STOWAGE_TRUSTED_PROXIES.*Write an address such as 203\.0\.113\.7/);
});

it('names the variable with a percent sign in an address that is not encoded', () => {
  const wrong = 'postgres://user:100%safe@host/db';
  const advice = 'must be the address of a PostgreSQL: postgresql://user:password@host/database, with % in the password written as %25';
  expect(() => readConfig({ DATABASE_URL: wrong })).toThrow(`DATABASE_URL: ${advice}`);
  expect(() => readConfig({ DATABASE_URL: 'postgres://user@host/db', DATABASE_OWNER_URL: wrong })).toThrow(`DATABASE_OWNER_URL: ${advice}`);
  expect(readConfig({ DATABASE_URL: 'postgres://user:100%25safe@host/db' }).databaseUrl).toContain('100%25safe');
});
