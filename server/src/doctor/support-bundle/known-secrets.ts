import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { hostUrls } from '../../platform/database/connection/hosts/database-hosts.ts';
import { clusterLayout, RUNTIME_ROLE } from '../../platform/database/embedded/cluster.ts';

/** The secrets of this installation that the process can read, so that none of them remains in a text. */
export function knownSecrets(config: Config | undefined, folder: string | undefined): string[] {
  const { adminPassword, tokenKey, otherTokenKey, encryptionKey, otherEncryptionKey, marketplace, databaseUrl, directUrl, ownerUrl, replicaUrl } = config ?? {};
  const { smtp, backup, metrics, signIn } = config ?? {};
  const configured = [
    adminPassword,
    tokenKey,
    otherTokenKey,
    encryptionKey,
    otherEncryptionKey,
    marketplace?.clientSecret,
    marketplace?.refreshToken,
    marketplace?.clientId,
    marketplace?.sellerId,
    backup?.s3.credentials?.accessKeyId,
    backup?.s3.credentials?.secretAccessKey,
    metrics?.token,
    signIn?.oidc?.clientSecret,
    ...headerValues(process.env.OTEL_EXPORTER_OTLP_HEADERS),
    ...headerValues(process.env.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
  ];
  const fromUrls = [...[databaseUrl, directUrl, ownerUrl, replicaUrl].flatMap((url) => (url === undefined ? [] : hostUrls(url))), smtp?.url].flatMap((url) =>
    url === undefined ? [] : credentialsOf(url),
  );
  return [...configured, ...fromUrls, ...(folder === undefined ? [] : stored(folder))].filter((secret) => secret !== undefined);
}

/** The values of `name=value,name=value`: OpenTelemetry reads these variables itself. */
function headerValues(headers = ''): string[] {
  return headers.split(',').flatMap((header) => header.split('=').slice(1).join('=').trim().split(' ').slice(-1));
}

function credentialsOf(url: string): string[] {
  const { username, password } = new URL(url);
  return [username, password].filter((part) => part !== '').flatMap((part) => [part, decodeURIComponent(part)]);
}

function stored(folder: string): string[] {
  const values = ['secrets.json', 'encryption-key.json'].flatMap((name) =>
    Object.values(readOr(path.join(folder, name), (text) => JSON.parse(text) as object, {})),
  );
  const passwords = ['stowage', RUNTIME_ROLE].map((role) => readOr(path.join(clusterLayout(folder).data, `${role}-password`), (text) => text.trim(), ''));
  return [...values.filter((value) => typeof value === 'string'), ...passwords].filter((value) => value !== '');
}

function readOr<T>(file: string, read: (text: string) => T, otherwise: T): T {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return otherwise;
  }
}
