import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('has the documented defaults', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, seed: 1, databaseUrl: undefined });
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
  expect(() => readConfig({ ...backup, STOWAGE_BACKUP_AT: '2:30', STOWAGE_BACKUP_KEEP: '7 days' })).toThrow(/STOWAGE_BACKUP_AT.*\n.*STOWAGE_BACKUP_KEEP/);
});
