import pg from 'pg';
import { hostUrls } from '../../platform/database/connection/hosts/database-hosts.ts';
import { openSessions } from '../../platform/database/connection/sessions.ts';
import { comparePositions } from '../../platform/database/connection/standby.ts';
import { reasonOf } from '../../platform/formats/reason-of.ts';
import { type Check, ok, warn } from '../check.ts';

const NAME = 'standby';
const CONNECT_TIMEOUT_MS = 10_000;
const FAR_BEHIND_BYTES = 64 * 1024 ** 2;
const ADVICE = 'Check DATABASE_REPLICA_URL, and that the standby streams. Until then all reads use the primary.';

/** Whether one of the hosts of `DATABASE_REPLICA_URL` follows this primary. */
export async function checkStandby(primary: pg.Client, replicaUrl: string): Promise<Check> {
  const checks: Check[] = [];
  for (const url of hostUrls(replicaUrl)) {
    const check = await checkHost(primary, url);
    if (check.status === 'ok') return check;
    checks.push(check);
  }
  return warn(NAME, [...new Set(checks.map(({ text }) => text))].join('; '), checks.at(-1)?.advice ?? ADVICE);
}

async function checkHost(primary: pg.Client, url: string): Promise<Check> {
  const standby = new pg.Client({ ...openSessions(url).connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'stowage doctor' });
  standby.on('error', () => {});
  try {
    await standby.connect();
    const ask = (client: pg.Client) => async (text: string) => (await client.query(text)).rows[0];
    const { written, replayed } = await comparePositions(ask(primary), ask(standby));
    const bytes = Math.max(0, written - replayed);
    if (bytes > FAR_BEHIND_BYTES) return warn(NAME, `It is ${Math.round(bytes / 1024 ** 2)} MiB behind`, 'Look at its load and its network.');
    return ok(NAME, 'It follows the primary.');
  } catch (error) {
    return warn(NAME, reasonOf(error), ADVICE);
  } finally {
    await standby.end().catch(() => {});
  }
}
