import pg from 'pg';
import { SERVER_IDENTITY } from './server-identity.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const IDENTITY = `select concat_ws('/', ${SERVER_IDENTITY}, (select oid from pg_database where datname = current_database())) as id`;

/**
 * The owner would migrate one database, and the processes use another. An address that doesn't answer is reported where it is used:
 * the owner may have to create the other role first.
 * @throws Error when the two lead to different databases
 */
export async function requireSameDatabase(used: pg.ClientConfig, owned: pg.ClientConfig): Promise<void> {
  const [one, other] = await Promise.all([readIdentity(used), readIdentity(owned)]);
  if (one === undefined || other === undefined || one === other) return;
  throw new Error('DATABASE_URL and DATABASE_OWNER_URL lead to different databases. They must name two roles of the same one');
}

async function readIdentity(connection: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, application_name: 'stowage-host' });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<{ id: string }>(IDENTITY)).rows[0]?.id;
  } catch {
    return undefined;
  } finally {
    void client.end().catch(() => {});
  }
}
