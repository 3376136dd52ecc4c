import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Runs `stowage` without an installation. */
const stowage = (...line: string[]) => stowageOn('/nonexistent', ...line);

function stowageOn(dataFolder: string, ...line: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, STOWAGE_DATA_DIR: dataFolder, STOWAGE_BACKUP_PASSPHRASE_FILE: '/nonexistent/passphrase' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [path.resolve('server/dist/cli.js'), ...line], { env }, (_, output, said) =>
      resolve({ code: child.exitCode ?? -1, said: `${output}${said}` }),
    );
  });
}

it.each([
  ['an unknown command', ['users'], 'There is no command “users”.'],
  ['an unknown role', ['user', 'add', 'ann@example.com', '--role', 'boss'], 'There is no role boss: --role is admin or user'],
  ['another text than a time', ['restore', '--keys', 'keys.age', '--at', 'yesterday'], '--at must be a time with its zone'],
  ['a restore without the file of keys', ['restore'], 'Name the file of keys with --keys'],
  ['another text than a day', ['audit', 'export', '--from', 'yesterday'], '--from: Write a date as YYYY-MM-DD'],
  ['another text than a day of an archive', ['archive', '--before', 'yesterday'], '--before is a day, such as 2024-01-01'],
  ['a time on a day that does not exist', ['restore', '--keys', 'keys.age', '--at', '2026-02-30T10:00:00Z'], '--at must be a time with its zone'],
  ['a day of an archive that does not exist', ['archive', '--before', '2026-02-30'], '--before is a day, such as 2024-01-01'],
  [
    'days of an export in the wrong order',
    ['audit', 'export', '--from', '2026-02-02', '--to', '2026-02-01'],
    '--from: The start date must not be after the end date',
  ],
  ['an option that is given twice', ['restore', '--keys', 'one.age', '--keys', 'two.age'], 'The option --keys is given twice'],
  ['an unknown place of files', ['files', 'move', '--to', 'moon'], '--to must be disk or s3'],
])('%s is a wrong command line, with exit code 2 and the usage', async (_, line, problem) => {
  const { code, said } = await stowage(...line);
  expect(said).toContain(problem);
  expect(said).toContain(line[0] === 'users' ? 'The commands work' : `  stowage ${line[0]}`);
  expect(code).toBe(2);
});

it.each([
  [
    'where a restore was killed',
    (folder: string) => void mkdirSync(path.join(folder, `.restoring-${2 ** 22 + 1}/photos`), { recursive: true }),
    'did not finish',
  ],
  ['beside the keys of another database', (folder: string) => writeFileSync(path.join(folder, 'encryption-key.json'), '{"key":"x"}'), 'Set DATABASE_URL'],
])('a start makes no installation %s', async (_, leave, problem) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-no-start-'));
  // The account of PostgreSQL may enter it.
  chmodSync(folder, 0o711);
  leave(folder);
  const { code, said } = await stowageOn(folder, 'start');
  expect([code, said]).toEqual([1, expect.stringContaining(problem)]);
  expect(readdirSync(folder)).toHaveLength(1);
  rmSync(folder, { recursive: true });
});

it.each([
  ['a log that is missing', ['--bundle', 'support.zip', '--log', '/nonexistent/log'], "The log /nonexistent/log can't be read"],
  ['a folder that is missing', ['--bundle', '/nonexistent/support.zip'], 'There is no folder /nonexistent for the bundle'],
])('doctor names %s before it examines anything', async (_, options, problem) => {
  const { code, said } = await stowage('doctor', ...options);
  expect([code, said]).toEqual([1, expect.stringContaining(problem)]);
  expect(said).not.toContain('data folder');
});

it('a failure has exit code 1', async () => {
  expect((await stowage('user', 'list')).code).toBe(1);
});
