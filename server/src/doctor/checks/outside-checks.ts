import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '@stowage/contract/version';
import type { Config } from '../../config/config.ts';
import { verifySmtp } from '../../integrations/mail/smtp.ts';
import type { Account } from '../../integrations/marketplace/account.ts';
import { createAccessTokens } from '../../integrations/marketplace/transport/access-token.ts';
import { reasonOf } from '../../platform/formats/reason-of.ts';
import { attempt, type Check, fail, ok, warn } from '../check.ts';
import { clockCheck } from './database-checks.ts';

const TIMEOUT_MS = 10_000;
/** A server's Date header has whole seconds, and the answer takes a while. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Whether Stowage runs on this data, and in this version. */
export async function checkProcess(folder: string): Promise<Check> {
  const name = 'process';
  const address = addressIn(folder);
  if (address === undefined) return warn(name, 'No web process of this data folder runs', 'Start it: stowage start');
  const health = await fetch(`${address}/api/health/ready`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  if (health === undefined) return warn(name, `Nothing answers at ${address}`, 'Start it: stowage start');
  const { version } = (await health.json().catch(() => ({}))) as { version?: string };
  if (!health.ok) return fail(name, `${address} answers ${health.status}: it is not ready`, 'See the check of the database.');
  if (version !== VERSION) return warn(name, `${address} runs version ${version ?? 'unknown'}, this is ${VERSION}`, 'Restart Stowage.');
  return ok(name, `Version ${VERSION} answers at ${address}.`);
}

function addressIn(folder: string): string | undefined {
  try {
    return /https?:[^\s,]+/.exec(readFileSync(path.join(folder, 'address'), 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}

/** Connects to the mail server and signs in; sends nothing. */
export async function checkMail({ smtp }: Config): Promise<Check> {
  if (smtp === undefined) return ok('mail', 'No mail server is set: administrators read the mails under Settings.');
  return attempt('mail', 'Check SMTP_URL: host, port, user name and password.', async () => {
    await verifySmtp(smtp);
    return ok('mail', 'The mail server accepts the sign-in.');
  });
}

/** Exchanges the account's token, which changes nothing, and compares the clocks. */
export async function checkMarketplace(account: Account): Promise<Check[]> {
  const advice = 'Check the credentials, and that this machine may call the marketplace (firewall, proxy, DNS).';
  const exchange = await attempt('marketplace', advice, async () => {
    await createAccessTokens({ account, now: Date.now }).current();
    return ok('marketplace', `The account is accepted by ${new URL(account.tokenUrl).host}.`);
  });
  const answered = await fetch(account.tokenUrl, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  const date = Date.parse(answered?.headers.get('date') ?? '');
  return Number.isNaN(date) ? [exchange] : [exchange, clockCheck('marketplace clock', date - Date.now(), CLOCK_TOLERANCE_MS)];
}

/** Whether the address in mails leads here, and encrypted. */
export async function checkPublicAddress({ publicUrl, host, smtp, trustedProxies }: Config): Promise<Check> {
  const name = 'public address';
  if (publicUrl === undefined) {
    const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(host);
    if (isLocal && smtp === undefined) return ok(name, 'Stowage serves this machine only.');
    return warn(name, 'STOWAGE_PUBLIC_URL is not set', 'Set it to the address at which people reach Stowage: links in mails start with it.');
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    return warn(
      name,
      `${publicUrl} is not encrypted: passwords can be read on the way`,
      'Put a proxy with HTTPS in front, and set STOWAGE_PUBLIC_URL to its address.',
    );
  }
  if (protocol === 'https:' && trustedProxies.length === 0) {
    return warn(name, 'STOWAGE_TRUSTED_PROXIES is not set', "Set it to the proxy's address: without it all visitors share one limit of sign-in attempts.");
  }
  try {
    const answer = await fetch(`${publicUrl}/api/health/live`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return answer.ok ? ok(name, `Stowage answers at ${publicUrl}.`) : warn(name, `${publicUrl} answers ${answer.status}`, 'Check the proxy.');
  } catch (error) {
    return warn(
      name,
      `${publicUrl} can't be reached from this machine: ${reasonOf(error)}`,
      'Check name, certificate and proxy, from a computer of the warehouse too.',
    );
  }
}
