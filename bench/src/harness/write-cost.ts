import type pg from 'pg';

/** What an operation writes to the disk. */
export interface WriteCost {
  /** Write-ahead log per operation between checkpoints, so without full-page images. */
  readonly walBytes: number;
  readonly indexEntries: number;
  /** The share of updates that touched no index. */
  readonly hotShare: number;
  readonly tables: readonly TableCost[];
}

/** Per operation. */
interface TableCost {
  readonly name: string;
  readonly inserts: number;
  readonly updates: number;
  readonly hotUpdates: number;
  readonly entries: number;
}

interface TableCounter {
  readonly name: string;
  readonly inserts: number;
  readonly updates: number;
  readonly hotUpdates: number;
  readonly lastId: number | null;
}

const FLUSH_MS = 1_200;

/**
 * Measures what operations write, on a server that does nothing else.
 * Index entries are counted from the statistics: inserted rows by the indexes that apply to them, and updates that are not
 * HOT by all indexes. A BRIN index summarizes pages and gets no entry for a row.
 * @param work runs the operations @returns how many
 * @param perRow the table that gets one row for each operation
 */
export async function measureWriteCost(client: pg.Client, perRow: string, work: () => Promise<number>): Promise<WriteCost> {
  await setExtraWrites(client, 'off');
  // A backend reports its counts when it ends a transaction at least a second after its last report.
  await work();
  await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
  await work();
  const before = await readCounters(client);
  const start = await readPosition(client);
  const operations = await work();
  const walBytes = ((await readPosition(client)) - start) / operations;
  await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
  await work();
  const after = await readCounters(client);
  await setExtraWrites(client, 'on');
  const changes = after.flatMap((counter) => changeOf(counter, before) ?? []);
  const rows = changes.find(({ name }) => name === perRow)?.inserts ?? Number.NaN;
  const tables: TableCost[] = [];
  for (const change of changes) {
    const { name, inserts, updates, hotUpdates } = change;
    const entries = (await countEntries(client, change)) / rows;
    tables.push({ name, inserts: inserts / rows, updates: updates / rows, hotUpdates: hotUpdates / rows, entries });
  }
  const sum = (read: (table: TableCost) => number) => tables.reduce((total, table) => total + read(table), 0);
  const indexEntries = sum(({ entries }) => entries);
  return { walBytes, indexEntries, hotShare: sum(({ hotUpdates }) => hotUpdates) / sum(({ updates }) => updates), tables };
}

/** Sets what would add other bytes to the log: images of pages that a checkpoint has written, and the vacuum's records. */
async function setExtraWrites(client: pg.Client, value: 'on' | 'off'): Promise<void> {
  await client.query('checkpoint');
  for (const setting of ['full_page_writes', 'autovacuum']) await client.query(`alter system set ${setting} = ${value}`);
  await client.query('select pg_reload_conf()');
  await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The end of the write-ahead log, in bytes. */
async function readPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes");
  return Number(rows[0]?.bytes);
}

async function readCounters(client: pg.Client): Promise<TableCounter[]> {
  const { rows } = await client.query<Omit<TableCounter, 'lastId'> & { hasId: boolean }>(
    // The rows of a partitioned table are counted for its partitions.
    `select coalesce(p.relname, s.relname) as name, sum(n_tup_ins)::int as inserts, sum(n_tup_upd)::int as updates, sum(n_tup_hot_upd)::int as "hotUpdates",
       bool_or(exists (select from pg_attribute a where a.attrelid = s.relid and a.attname = 'id' and a.atttypid = 'bigint'::regtype)) as "hasId"
     from pg_stat_user_tables s left join pg_inherits i on i.inhrelid = s.relid left join pg_class p on p.oid = i.inhparent
     where schemaname in ('public', 'partitions') group by 1`,
  );
  const counters: TableCounter[] = [];
  for (const { hasId, ...counter } of rows) {
    const last = hasId ? (await client.query<{ id: string | null }>(`select max(id) as id from ${counter.name}`)).rows[0]?.id : null;
    counters.push({ ...counter, lastId: last === null || last === undefined ? null : Number(last) });
  }
  return counters;
}

function changeOf(after: TableCounter, counters: readonly TableCounter[]): TableCounter | undefined {
  const before = counters.find(({ name }) => name === after.name);
  const inserts = after.inserts - (before?.inserts ?? 0);
  const updates = after.updates - (before?.updates ?? 0);
  if (inserts === 0 && updates === 0) return undefined;
  return { name: after.name, inserts, updates, hotUpdates: after.hotUpdates - (before?.hotUpdates ?? 0), lastId: before?.lastId ?? null };
}

async function countEntries(client: pg.Client, { name, inserts, updates, hotUpdates, lastId }: TableCounter): Promise<number> {
  const { rows } = await client.query<{ predicate: string | null }>(
    `select pg_get_expr(i.indpred, i.indrelid) as predicate from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where i.indrelid = $1::regclass and a.amname <> 'brin'`,
    [name],
  );
  let entries = rows.length * (updates - hotUpdates);
  for (const { predicate } of rows) entries += inserts * (await shareOfRows(client, name, predicate, lastId));
  return entries;
}

/** The share of the new rows that an index contains. */
async function shareOfRows(client: pg.Client, table: string, predicate: string | null, lastId: number | null): Promise<number> {
  if (predicate === null || lastId === null) return 1;
  const { rows } = await client.query<{ share: number | null }>(`select avg((${predicate})::int)::float as share from ${table} where id > $1`, [lastId]);
  return rows[0]?.share ?? 1;
}
