import os from 'node:os';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../test/test-database.ts';
import { readConfig } from './config/config.ts';
import { ensureAdministrator } from './first-administrator.ts';
import { systemClock } from './platform/clock.ts';
import { createFirstPasswordFile } from './platform/first-password.ts';

const { db } = await createTestDatabase();
const context = { db, clock: systemClock, firstPassword: createFirstPasswordFile(os.tmpdir()) };
const said: string[] = [];
const start = (STOWAGE_ADMIN_PASSWORD: string) =>
  ensureAdministrator(readConfig({ STOWAGE_ADMIN_PASSWORD }), context, { say: (line) => said.push(line), isShown: true });

it('names the variable of a first password that the policy refuses, and ignores it once there is an administrator', async () => {
  await expect(start('short')).rejects.toThrow('STOWAGE_ADMIN_PASSWORD: A password must have at least 12 characters');
  await expect(start('nine char')).rejects.toThrow('STOWAGE_ADMIN_PASSWORD: A password must have at least 12 characters');
  await expect(start('Password1234!')).rejects.toThrow('STOWAGE_ADMIN_PASSWORD: This password is on the list of common and breached passwords.');
  await start('correct horse battery');
  expect(said).toEqual(['Sign in as admin@stowage.local with the password from STOWAGE_ADMIN_PASSWORD']);
  await start('nine char');
  expect(said.at(-1)).toContain('Sign in with your account.');
});
