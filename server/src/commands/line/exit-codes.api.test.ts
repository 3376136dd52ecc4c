import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Runs `stowage`. @param dataFolder a folder without an installation */
function stowageOn(dataFolder: string, line: readonly string[], settings: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, STOWAGE_DATA_DIR: dataFolder, ...settings };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path.resolve('server/dist/cli.js'), ...line], { env }, (_, output, said) =>
      resolve({ code: child.exitCode ?? -1, said: `${output}${said}` }),
    );
  });
}

it('a wrong command line has exit code 2, and the help on standard error', async () => {
  expect(await stowageOn('/nonexistent', ['users'])).toEqual({ code: 2, said: expect.stringContaining('There is no command “users”.') });
});

it.each([
  [
    'where a restore was killed',
    (folder: string) => void mkdirSync(path.join(folder, `.restoring-${2 ** 22 + 1}/photos`), { recursive: true }),
    1,
    'did not finish',
  ],
  ['beside the keys of another database', (folder: string) => writeFileSync(path.join(folder, 'encryption-key.json'), '{"key":"x"}'), 78, 'Set DATABASE_URL'],
])('a start makes no installation %s', async (_, leave, expected, problem) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-no-start-'));
  // The account of PostgreSQL may enter it.
  chmodSync(folder, 0o711);
  leave(folder);
  const { code, said } = await stowageOn(folder, ['start']);
  expect([code, said]).toEqual([expected, expect.stringContaining(problem)]);
  expect(readdirSync(folder)).toHaveLength(1);
  rmSync(folder, { recursive: true });
});

it('a failure has exit code 1', async () => {
  expect((await stowageOn('/nonexistent', ['user', 'list'])).code).toBe(1);
});

it.each([
  ['a number', { PORT: 'http' }, 'PORT'],
  ['a file with a secret', { DATABASE_URL_FILE: '/nonexistent/url' }, 'DATABASE_URL_FILE'],
  ['two settings', { STOWAGE_BACKUP_TARGET: '/mnt/backups' }, 'STOWAGE_BACKUP_PASSPHRASE_FILE'],
  ['the passphrase', { STOWAGE_BACKUP_TARGET: '/mnt/backups', STOWAGE_BACKUP_PASSPHRASE_FILE: '/nonexistent/passphrase' }, 'STOWAGE_BACKUP_PASSPHRASE_FILE'],
])('a start with a wrong configuration of %s has the exit code for which systemd does not start it again', async (_, settings, name) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-wrong-'));
  const { code, said } = await stowageOn(folder, ['start'], settings);
  expect([code, said]).toEqual([78, expect.stringContaining(`The configuration is wrong:\n  ${name}: `)]);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  const unit = readFileSync('operations/stowage.service', 'utf8');
  expect(unit).toMatch(/^RestartPreventExitStatus=.*\b78\b/m);
});
