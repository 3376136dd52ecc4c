import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { verifyAudit } from '../commands/audit.ts';
import { rotateKeys } from '../commands/rotate-keys.ts';
import { createAuditLog } from '../features/audit-log/index.ts';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.ts';
import { derivedKey, storeDerivedKeys } from '../platform/keys/derived-key.ts';
import { seal, unseal } from '../platform/sealing.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { beginRotation, continueRotation, RETIRE_AFTER_MS, SEALED_COLUMNS } from './rotate-keys.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const clockOfTest = { now: (): Date => here.clock.now() };
const here = await createTestApp({ secrets: loadSecrets(folder, {}, clockOfTest) });
const there = await createTestApp({ beside: here, secrets: loadSecrets(folder, {}, clockOfTest) });
const { db, clock, context } = here;
await storeDerivedKeys({ db, encryptionKey: context.secrets.encryptionKey });
const person = await here.signIn('ROLE_ADMIN');

const fileOf = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
const CONTEXT = 'secret of a webhook';
const WEBHOOKS = 40;
const sealedOnes = async () => (await sql<{ sealed: string }>`select sealed from webhook_endpoints order by id`.execute(db)).rows.map(({ sealed }) => sealed);
const opened = async (key = loadSecrets(folder).encryptionKey) => (await sealedOnes()).map((sealed) => unseal(sealed, { key, context: CONTEXT }));
const secrets = Array.from({ length: WEBHOOKS }, (_, nth) => `secret ${nth}`);
const tokenWorks = async ({ app }: typeof here, token: string) =>
  (await app.inject({ method: 'GET', url: '/api/orders', headers: { authorization: `Bearer ${token}` } })).statusCode;
const say = () => {};

const documentIds: number[] = [];
async function upload(text: string): Promise<void> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' };
  const answer = await here.app.inject({ method: 'POST', url: `/api/documents?name=${text}.csv&type=OTHER`, payload: Buffer.from(text), headers });
  documentIds.push(answer.json().id);
}
const documents = (by = person) => Promise.all(documentIds.map(async (id) => (await by.get(`/api/documents/${id}/content`)).body));

it('exchanges the keys while two processes run; what was sealed before opens, and so do tokens from before', async () => {
  for (const secret of secrets) {
    const sealed = seal(secret, { key: context.secrets.encryptionKey, context: CONTEXT });
    await sql`insert into webhook_endpoints (description, url, sealed, events, created_by, created_at)
      select ${secret}, 'https://erp.example', ${sealed}, '{}', id, now() from users limit 1`.execute(db);
  }
  await upload('before');
  await createAuditLog(context).tasks[0]?.run({}, new AbortController().signal);
  expect(await sealedOnes()).toEqual(secrets.map(() => expect.stringMatching(/^v1\./)));
  const former = { ...fileOf('encryption-key.json'), ...fileOf('secrets.json') };
  const handles = await derivedKey({ db, encryptionKey: context.secrets.encryptionKey }, 'passkey handles');

  const said: string[] = [];
  expect(await rotateKeys(context, (line) => said.push(line))).toBe(0);
  const { id } = context.secrets.encryptionKey.current();
  expect(said.join()).toContain('The former key is retired after 60 minutes');
  expect(fileOf('encryption-key.json')).toMatchObject({ former: former.key });
  expect(fileOf('secrets.json')).toMatchObject({ former: former.accessTokenKey });
  expect(await sealedOnes()).toEqual(secrets.map(() => expect.stringMatching(`^v2\\.${id}\\.`)));
  expect(await opened()).toEqual(secrets);
  // The other process has noticed by itself.
  expect(await opened(there.context.secrets.encryptionKey)).toEqual(secrets);
  expect([await tokenWorks(here, person.token), await tokenWorks(there, person.token)]).toEqual([200, 200]);
  const newcomer = await there.signIn('ROLE_ADMIN');
  expect(await tokenWorks(here, newcomer.token)).toBe(200);
  await upload('during');
  expect(await documents()).toEqual(['before', 'during']);
  expect(await derivedKey({ db, encryptionKey: context.secrets.encryptionKey }, 'passkey handles')).toEqual(handles);
});

it('goes on where it was stopped, and retires the former key only after a whole pass an hour later', async () => {
  const { former } = fileOf('encryption-key.json');
  const stale = seal('late', { key: loadSecrets(folder, { encryptionKey: former }).encryptionKey, context: CONTEXT });
  await sql`update webhook_endpoints set sealed = ${stale} where description = 'secret 7'`.execute(db);
  clock.advance(RETIRE_AFTER_MS);
  const stopping = new AbortController();
  stopping.abort();
  expect(await continueRotation(context, stopping.signal)).toMatchObject({ isWhole: false, isRetired: false });
  expect(fileOf('encryption-key.json').former).toBe(former);
  expect(await continueRotation(context)).toEqual({ done: 1, unreadable: 0, isWhole: true, isRetired: true });
  expect(fileOf('encryption-key.json')).toMatchObject({ former: null, retired: [expect.stringMatching(/^[0-9a-f]{8}$/)] });
  expect((await opened())[7]).toBe('late');
  const later = await here.signIn('ROLE_ADMIN');
  expect(await documents(later)).toEqual(['before', 'during']);
  const said: string[] = [];
  expect(await verifyAudit({ db, secrets: loadSecrets(folder) }, (line) => said.push(line))).toBe(0);
});

it('rotates again, and leaves alone what no key opens', async () => {
  await sql`update webhook_endpoints set sealed = 'v2.00000000.a.b.c' where description = 'secret 3'`.execute(db);
  await rotateKeys(context, say);
  clock.advance(RETIRE_AFTER_MS);
  expect(await continueRotation(context)).toMatchObject({ unreadable: 1, isRetired: true });
  expect((await opened()).filter((text) => text === undefined)).toHaveLength(1);
  expect(await documents(await here.signIn('ROLE_ADMIN'))).toEqual(['before', 'during']);
});

it('begins once when two commands begin together', async () => {
  const { key, former } = fileOf('encryption-key.json');
  expect(former).toBeNull();
  const began = await Promise.all([beginRotation(context), beginRotation(there.context), beginRotation(context)]);
  expect(began.filter(Boolean)).toHaveLength(1);
  expect(fileOf('encryption-key.json').former).toBe(key);
  clock.advance(RETIRE_AFTER_MS);
  expect(await continueRotation(context)).toMatchObject({ isRetired: true });
});

it('covers every column with sealed texts', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and (column_name like '%sealed%' or column_name = 'totp_secret') order by 1`.execute(db);
  expect(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    rows.map(({ place }) => place).filter((place) => place !== 'sign_in_challenges.sealed'),
  );
  // Each is read without an error, also while it is empty.
  for (const { table, id, column } of SEALED_COLUMNS) await sql`select ${sql.ref(id)}, ${sql.ref(column)} from ${sql.table(table)}`.execute(db);
});

it('explains how keys in the environment are exchanged, and never changes them', async () => {
  const given = (encryptionKey: string, otherEncryptionKey?: string) => ({
    ...context,
    secrets: loadSecrets(folder, { tokenKey: 'given', encryptionKey, otherEncryptionKey }),
  });
  const { key } = fileOf('encryption-key.json');
  const said: string[] = [];
  await rotateKeys(given(key), (line) => said.push(line));
  expect(said.join()).toContain('STOWAGE_ENCRYPTION_KEY_OTHER');
  // The new key is known to all processes first, then it seals.
  const next = said.find((line) => !line.includes(' ')) ?? '';
  await rotateKeys(given(next, key), say);
  expect((await opened(loadSecrets(folder, { encryptionKey: next }).encryptionKey))[0]).toBe('secret 0');
  expect(fileOf('encryption-key.json').key).toBe(key);
});

it('exchanges the token key in the data directory beside an encryption key in the environment', async () => {
  const { key } = fileOf('encryption-key.json');
  const { accessTokenKey: former } = fileOf('secrets.json');
  const rotate = async () => {
    const said: string[] = [];
    await rotateKeys({ ...context, secrets: loadSecrets(folder, { encryptionKey: key }, clockOfTest) }, (line) => said.push(line));
    return said.join();
  };
  clock.advance(2 * RETIRE_AFTER_MS + 60_000);
  // It reads the file once a second, and the clock of the test has left the exchange before this one hours behind.
  await expect.poll(() => context.secrets.accessTokenKey.current()).toBe(former);
  const before = await here.signIn('ROLE_ADMIN');
  expect(await rotate()).toContain('A new token key is in use');
  expect(fileOf('secrets.json').former).toBe(former);
  const { accessTokenKey: current } = fileOf('secrets.json');
  expect(await tokenWorks(here, before.token)).toBe(200);
  // Run again for the encryption key: what the former token key signed must stay valid.
  expect(await rotate()).toContain('was exchanged within the last two hours');
  expect(fileOf('secrets.json')).toMatchObject({ accessTokenKey: current, former });
});

it('changes nothing while a running process could not read the result', async () => {
  const { key } = fileOf('encryption-key.json');
  const { watch } = here.context;
  await watch.holdShared({ lock: ADVISORY_LOCKS.opensWith, id: 7 });
  const before = await sealedOnes();
  await expect(rotateKeys(context, say)).rejects.toThrow('would not notice a new one');
  const given = { ...context, secrets: loadSecrets(folder, { tokenKey: 'given', encryptionKey: 'next', otherEncryptionKey: key }) };
  await expect(rotateKeys(given, say)).rejects.toThrow('STOWAGE_ENCRYPTION_KEY_OTHER');
  expect(fileOf('encryption-key.json').key).toBe(key);
  expect(await sealedOnes()).toEqual(before);
});
