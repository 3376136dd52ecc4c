import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (content: string) => {
  const file = path.join(folder, String(Math.random()));
  writeFileSync(file, content);
  return file;
};

it('reads secrets from files, without the line break at their end', () => {
  const url = 'postgres://stowage:a b@db/stowage';
  const config = readConfig({ DATABASE_URL_FILE: fileOf(`${encodeURI(url)}\n`), STOWAGE_ADMIN_PASSWORD_FILE: fileOf(' with spaces \r\n') });
  expect(config.databaseUrl).toBe(encodeURI(url));
  expect(config.adminPassword).toBe(' with spaces ');
});

it('names every file that is missing or empty, and a variable that is set twice', () => {
  const wrong = {
    STOWAGE_ENCRYPTION_KEY_FILE: path.join(folder, 'absent'),
    SMTP_URL_FILE: fileOf('\n'),
    DATABASE_URL_FILE: fileOf('x'),
    DATABASE_URL: 'postgres://db/a',
  };
  expect(() => readConfig(wrong)).toThrow(
    /DATABASE_URL is set too[\s\S]*SMTP_URL_FILE: .* is empty[\s\S]*ENCRYPTION_KEY_FILE: .*absent can't be read \(ENOENT\)/,
  );
});
