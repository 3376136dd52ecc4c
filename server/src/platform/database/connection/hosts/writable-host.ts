import pg from 'pg';
import { reasonOf } from '../../../formats/reason-of.ts';
import type { Sessions } from '../sessions.ts';
import { READ_ONLY } from '../watch-session.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * New sessions use the first of several hosts that takes writes, because the first one of the address may be down or a standby
 * since a failover. A single host is not asked.
 * @throws Error with the reason of each host when none takes writes
 */
export async function useWritableHost({ connection, hosts, useNextHost }: Sessions): Promise<void> {
  if (hosts < 2) return;
  const reasons: string[] = [];
  for (let asked = 0; asked < hosts; asked++) {
    const reason = await whyNotWritable(connection);
    if (reason === undefined) return;
    reasons.push(`${new URL(connection.connectionString ?? '').host} (${reason})`);
    useNextHost();
  }
  throw new Error(`No host of the database takes writes: ${reasons.join(', ')}`);
}

async function whyNotWritable(connection: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client({
    ...{ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS },
    application_name: 'stowage-host',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_read_only: boolean }>(`select ${READ_ONLY} as is_read_only`);
    return rows[0]?.is_read_only ? 'it is a standby, or read-only' : undefined;
  } catch (error) {
    return reasonOf(error);
  } finally {
    // Without waiting: a server that says nothing may not even answer the end of a session.
    void client.end().catch(() => {});
  }
}
