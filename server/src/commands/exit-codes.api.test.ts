import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Runs `stowage` without an installation. */
function stowage(...line: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, STOWAGE_DATA_DIR: '/nonexistent', STOWAGE_BACKUP_PASSPHRASE_FILE: '/nonexistent/passphrase' };
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
  ['an unknown place of files', ['files', 'move', '--to', 'moon'], '--to must be disk or s3'],
])('%s is a wrong command line, with exit code 2 and the usage', async (_, line, problem) => {
  const { code, said } = await stowage(...line);
  expect(said).toContain(problem);
  expect(said).toContain(line[0] === 'users' ? 'The commands work' : `  stowage ${line[0]}`);
  expect(code).toBe(2);
});

it('a failure has exit code 1', async () => {
  expect((await stowage('user', 'list')).code).toBe(1);
});
