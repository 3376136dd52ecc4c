import pg from 'pg';

const POLL_MS = 100;
/** A wait that is shorter is usual. */
export const WORTH_SAYING_MS = 1_000;

interface Blocker {
  readonly pid: number;
  readonly name: string;
  readonly state: string | null;
  readonly seconds: number | null;
  readonly query: string;
}

interface Options {
  readonly connection: pg.ClientConfig;
  /** The session whose waits are watched. */
  readonly pid: number;
  readonly say: (line: string) => void;
}

export interface BlockerWatch {
  /** The sessions that it waited for last. */
  readonly last: () => string | undefined;
  stop(): Promise<void>;
}

/** Watches for whom a session waits, from a session of its own, and names each one that it waits for more than a second. */
export async function watchBlockers({ connection, pid, say }: Options): Promise<BlockerWatch> {
  const client = new pg.Client({ ...connection, application_name: 'stowage-migrate-watch' });
  client.on('error', () => {});
  await client.connect();
  const since = new Map<number, number>();
  const said = new Set<number>();
  let last: string | undefined;
  const look = async () => {
    const blockers = await readBlockers(client, pid);
    for (const known of since.keys()) if (!blockers.some((blocker) => blocker.pid === known)) since.delete(known);
    for (const blocker of blockers) {
      last = describe(blocker);
      const start = since.get(blocker.pid) ?? performance.now();
      since.set(blocker.pid, start);
      if (performance.now() - start < WORTH_SAYING_MS || said.has(blocker.pid)) continue;
      said.add(blocker.pid);
      say(`The migration waits for ${last}`);
    }
  };
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = undefined;
      });
  }, POLL_MS);
  return {
    last: () => last,
    async stop() {
      clearInterval(timer);
      await looking;
      await client.end();
    },
  };
}

/** The session that holds an advisory lock, such as that of another migration, or of a command that was killed and whose statement still runs. */
export async function readLockHolder(client: pg.ClientBase, lock: number): Promise<string | undefined> {
  const [holder] = await readSessions(
    client,
    `select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ($1::bigint >> 32)::oid and objid = ($1::bigint & 4294967295)::oid and objsubid = 1 and mode = 'ExclusiveLock' and granted`,
    lock,
  );
  return holder && describe(holder);
}

function readBlockers(client: pg.Client, pid: number): Promise<Blocker[]> {
  return readSessions(client, 'select unnest(pg_blocking_pids($1)) as pid', pid);
}

async function readSessions(client: pg.ClientBase, pids: string, of: number): Promise<Blocker[]> {
  const text = `select a.pid, coalesce(nullif(a.application_name, ''), a.usename::text, a.backend_type) as name, a.state,
      extract(epoch from now() - a.xact_start)::int as seconds, left(regexp_replace(a.query, '\\s+', ' ', 'g'), 80) as query
    from (${pids}) b join pg_stat_activity a using (pid)`;
  return (await client.query<Blocker>(text, [of])).rows;
}

function describe({ pid, name, state, seconds, query }: Blocker): string {
  return `database session ${pid} (${name}, ${state ?? 'unknown'}${seconds === null ? '' : `, for ${seconds} s`}): ${query}`;
}
