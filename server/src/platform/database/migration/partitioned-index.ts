import type pg from 'pg';

const CREATION = /^create\s+index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+(\w+)\s+([\s\S]+)$/i;

/**
 * The statements for one statement of a migration. PostgreSQL creates no index of a partitioned table concurrently, so each partition
 * gets its own first, and then the table's, which takes these as its parts and reads no row.
 */
export async function splitByPartition(client: pg.ClientBase, statement: string): Promise<string[]> {
  const [, index = '', table = '', rest] = CREATION.exec(statement) ?? [];
  if (rest === undefined) return [statement];
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.oid = to_regclass($1) and p.relkind = 'p' order by c.oid`,
    [table],
  );
  if (rows.length === 0) return [statement];
  const short = index.startsWith(`${table}_`) ? index.slice(table.length + 1) : index;
  const parts = rows.map(({ name }) => `create index concurrently if not exists ${name}_${short} on partitions.${name} ${rest}`);
  return [...parts, `create index if not exists ${index} on ${table} ${rest}`];
}
