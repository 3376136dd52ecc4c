import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommandLine } from './command-line.ts';

beforeEach(() => {
  vi.stubEnv('STOWAGE_DATA_DIR', '/nonexistent');
  vi.stubEnv('STOWAGE_BACKUP_PASSPHRASE_FILE', '/nonexistent/passphrase');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Runs a command line without an installation. */
async function stowage(...line: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation((text) => void said.push(String(text)));
  const code = await runCommandLine(line).catch((error: Error) => {
    said.push(error.message);
    return 1;
  });
  return { code, said: said.join('\n') };
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
  ['a log that is missing', ['--bundle', 'support.zip', '--log', '/nonexistent/log'], "The log /nonexistent/log can't be read"],
  ['a folder that is missing', ['--bundle', '/nonexistent/support.zip'], 'There is no folder /nonexistent for the bundle'],
])('doctor names %s before it examines anything', async (_, options, problem) => {
  const { code, said } = await stowage('doctor', ...options);
  expect([code, said]).toEqual([1, expect.stringContaining(problem)]);
  expect(said).not.toContain('data folder');
});
