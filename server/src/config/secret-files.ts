import { readFileSync } from 'node:fs';
import { wrongSettings } from '../platform/config/wrong-setting.ts';

/** Variables whose value may be in a file that `<name>_FILE` names, as the secrets of containers and systemd are. */
const FROM_FILES = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SP_API_CLIENT_SECRET',
  'SP_API_REFRESH_TOKEN',
  'STOWAGE_ADMIN_PASSWORD',
  'STOWAGE_ENCRYPTION_KEY',
  'STOWAGE_ENCRYPTION_KEY_OTHER',
  'STOWAGE_METRICS_TOKEN',
  'STOWAGE_OIDC_CLIENT_SECRET',
  'STOWAGE_TOKEN_KEY',
  'STOWAGE_TOKEN_KEY_OTHER',
] as const;

type Environment = Record<string, string | undefined>;

/**
 * The environment with the contents of these files, without the line break at their end.
 * @throws ConfigurationError naming every variable whose file is unreadable or empty, or that is set twice
 */
export function withSecretFiles(env: Environment): Environment {
  const filled: Environment = { ...env };
  const problems: string[] = [];
  for (const name of FROM_FILES) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) problems.push(`${name}_FILE: ${name} is set too. Remove one of them`);
    else {
      const content = contentOf(file);
      if (typeof content === 'string') filled[name] = content;
      else problems.push(`${name}_FILE: ${file} ${content.problem}`);
    }
  }
  if (problems.length > 0) throw wrongSettings(problems);
  return filled;
}

function contentOf(file: string): string | { problem: string } {
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return content === '' ? { problem: 'is empty' } : content;
  } catch (error) {
    return { problem: `can't be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
