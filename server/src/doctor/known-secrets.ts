import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { clusterLayout } from '../platform/database/embedded/cluster.ts';

/** The secrets of this installation that the process can read, so that none of them remains in a text. */
export function knownSecrets(config: Config | undefined, folder: string | undefined): string[] {
  const { adminPassword, encryptionKey, marketplace, databaseUrl, smtp } = config ?? {};
  const configured = [adminPassword, encryptionKey, marketplace?.clientSecret, marketplace?.refreshToken, marketplace?.clientId, marketplace?.sellerId];
  const fromUrls = [databaseUrl, smtp?.url].flatMap((url) => (url === undefined ? [] : credentialsOf(url)));
  return [...configured, ...fromUrls, ...(folder === undefined ? [] : stored(folder))].filter((secret) => secret !== undefined);
}

function credentialsOf(url: string): string[] {
  const { username, password } = new URL(url);
  return [username, password].filter((part) => part !== '').flatMap((part) => [part, decodeURIComponent(part)]);
}

function stored(folder: string): string[] {
  const values = ['secrets.json', 'encryption-key.json'].flatMap((name) =>
    Object.values(readOr(path.join(folder, name), (text) => JSON.parse(text) as object, {})),
  );
  const password = readOr(path.join(clusterLayout(folder).data, 'stowage-password'), (text) => text.trim(), '');
  return [...values.filter((value) => typeof value === 'string'), password].filter((value) => value !== '');
}

function readOr<T>(file: string, read: (text: string) => T, otherwise: T): T {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
}
