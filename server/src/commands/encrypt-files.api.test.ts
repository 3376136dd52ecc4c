import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { storeDerivedKeys } from '../platform/keys/derived-key.ts';
import { fixedKeyring } from '../platform/keys/keyring.ts';
import { checkoutRoot } from '../platform/paths.ts';
import { encryptFiles } from './encrypt-files.ts';

const { app, db, owner, signIn, documentFolder, context } = await createTestApp();
await storeDerivedKeys({ db, encryptionKey: context.secrets.encryptionKey });
const person = await signIn('ROLE_ADMIN');

async function upload(content: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' };
  const { id } = (await app.inject({ method: 'POST', url: '/api/documents?name=note.csv&type=OTHER', payload: Buffer.from(content), headers })).json();
  expect(String((await person.get(`/api/documents/${id}/content`)).rawPayload)).toBe(content);
  const { place } = await db.selectFrom('documents').select('place').where('id', '=', id).executeTakeFirstOrThrow();
  return readFileSync(path.join(documentFolder, place));
}

it('encrypts files of a new installation at once, and those of an existing one after the command', async () => {
  expect(String(await upload('note\nof a new installation\n'))).not.toContain('installation');
  // An upgrade finds people in the database.
  await sql`drop table file_encryption`.execute(owner.db);
  await sql.raw(readFileSync(path.join(checkoutRoot(), 'database/migrations/0054_file_encryption.sql'), 'utf8')).execute(owner.db);
  expect(String(await upload('note\nwhile an earlier version may run\n'))).toContain('earlier');
  mkdirSync(path.join(documentFolder, 'ab'), { recursive: true });
  writeFileSync(path.join(documentFolder, 'ab/older'), 'stored before');
  const said: string[] = [];
  const other = { ...context, secrets: { ...context.secrets, encryptionKey: fixedKeyring(Buffer.alloc(32, 9)) } };
  await expect(encryptFiles(other, (line) => said.push(line))).rejects.toThrow('not the one of this database');
  expect(readFileSync(path.join(documentFolder, 'ab/older'), 'utf8')).toBe('stored before');
  await encryptFiles(context, (line) => said.push(line));
  expect(said[0]).toContain('2 stored files were encrypted');
  expect(readFileSync(path.join(documentFolder, 'ab/older'), 'utf8')).not.toContain('before');
  expect(String(await upload('note\nafter the command\n'))).not.toContain('command');
});
