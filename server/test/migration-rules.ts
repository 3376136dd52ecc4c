import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** A node of PostgreSQL's parse tree: its kind, and its fields. */
type Node = Readonly<Record<string, unknown>>;

/** Names the release that stopped using what the migration removes or changes. */
const CONTRACT = /^-- contract: \d+\.\d+\.\d+ \S/m;
/** Excuses a change of all rows of a table that stays small. */
const FEW_ROWS = /^-- few rows: \S/m;

const FORBIDDEN: Readonly<Record<string, string>> = {
  RenameStmt: 'renames something that earlier processes use: add a new one and fill both',
  TruncateStmt: 'empties a table',
  LockStmt: 'locks a table',
  ClusterStmt: 'rewrites a table',
  AlterEnumStmt: 'changes an enum: use text with a check',
};
const FORBIDDEN_CHANGES: Readonly<Record<string, string>> = {
  AT_DropColumn: 'drops a column',
  AT_AlterColumnType: 'changes a type, which rewrites the table',
  AT_SetLogged: 'rewrites the table',
  AT_SetUnLogged: 'rewrites the table',
};
const DROPPED = ['OBJECT_TABLE', 'OBJECT_VIEW', 'OBJECT_SCHEMA', 'OBJECT_TYPE', 'OBJECT_SEQUENCE', 'OBJECT_FUNCTION'];
const STABLE_DEFAULTS = ['now', 'current_setting', 'nullif'];

/**
 * What a migration does that processes of the release before, or scans during the upgrade, would not survive.
 * @param earlier the migrations before it
 */
export function breaches(sql: string, earlier = ''): string[] {
  const { stmts } = parseSync(sql) as { stmts: { stmt: Node }[] };
  const nodes = stmts.map(({ stmt }) => Object.entries(stmt)[0] as [string, Node]);
  const made = nodes.flatMap(([kind, node]) => (kind === 'CreateStmt' || kind === 'CreateTableAsStmt' ? [tableOf(node)] : []));
  const context = { sql, earlier, isNew: (table: string) => made.includes(table) };
  const found = nodes.flatMap(([kind, node]) => breachesOf(kind, node, context));
  return CONTRACT.test(sql) ? found.filter((breach) => breach.startsWith('index')) : found;
}

interface Context {
  readonly sql: string;
  readonly earlier: string;
  readonly isNew: (table: string) => boolean;
}

function breachesOf(kind: string, node: Node, context: Context): string[] {
  const table = tableOf(node);
  if (context.isNew(table)) return [];
  const forbidden = FORBIDDEN[kind];
  if (forbidden !== undefined) return [forbidden];
  if (kind === 'DropStmt' && DROPPED.includes(String(node.removeType))) return ['drops something that earlier processes may use'];
  if ((kind === 'UpdateStmt' || kind === 'DeleteStmt') && !FEW_ROWS.test(context.sql)) return [`changes rows of ${table} at once: insert a backfill`];
  if (kind === 'IndexStmt') return indexBreaches(node, table, context);
  if (kind === 'AlterTableStmt') return listOf(node.cmds).flatMap(({ AlterTableCmd: change }) => changeBreaches(change as Node, table, context));
  return [];
}

function indexBreaches(node: Node, table: string, { sql }: Context): string[] {
  if (node.concurrent !== true) return [`index ${node.idxname}: an index of ${table} is created concurrently, in a file of its own`];
  return sql.startsWith('-- no transaction') ? [] : [`index ${node.idxname}: the file starts with "-- no transaction"`];
}

function changeBreaches({ subtype, name, def }: Node, table: string, { sql, earlier }: Context): string[] {
  const forbidden = FORBIDDEN_CHANGES[String(subtype)];
  if (forbidden !== undefined) return [forbidden];
  if (subtype === 'AT_SetNotNull' && !isChecked(String(name), earlier + sql)) {
    return [`${table}.${name} is set not null: first validate a check (${name} is not null)`];
  }
  if (subtype === 'AT_AddConstraint') return constraintBreaches((def as { Constraint: Node }).Constraint, table);
  return subtype === 'AT_AddColumn' ? columnBreaches((def as { ColumnDef: Node }).ColumnDef, table) : [];
}

function isChecked(column: string, migrations: string): boolean {
  return /validate constraint/.test(migrations) && new RegExp(`check \\(+\\s*${column} is not null`, 'i').test(migrations);
}

function constraintBreaches({ contype, conname, skip_validation, indexname }: Node, table: string): string[] {
  if ((contype === 'CONSTR_FOREIGN' || contype === 'CONSTR_CHECK') && skip_validation !== true) {
    return [`${conname} scans ${table} under a lock: add it not valid, and validate it in a file without a transaction`];
  }
  if ((contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') && indexname === undefined) {
    return [`${conname} builds an index under a lock: create it concurrently, and add the constraint using it`];
  }
  return [];
}

function columnBreaches({ colname, constraints }: Node, table: string): string[] {
  const of = (kind: string) =>
    listOf(constraints)
      .map(({ Constraint }) => Constraint as Node)
      .find(({ contype }) => contype === kind);
  const standard = of('CONSTR_DEFAULT');
  if (of('CONSTR_NOTNULL') !== undefined && standard === undefined) return [`${table}.${colname}: earlier processes insert no value`];
  if (of('CONSTR_GENERATED') !== undefined || of('CONSTR_IDENTITY') !== undefined) return [`${table}.${colname}: its values rewrite the table`];
  const calls = [...JSON.stringify(standard ?? {}).matchAll(/"funcname":\[.*?"sval":"(\w+)"\}\}\]/g)].map(([, name = '']) => name);
  return calls.every((name) => STABLE_DEFAULTS.includes(name)) ? [] : [`${table}.${colname}: a volatile default rewrites the table`];
}

function tableOf(node: Node): string {
  const relation = (node.relation ?? (node.into as { rel?: Node } | undefined)?.rel) as { relname?: string } | undefined;
  return relation?.relname ?? '';
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}
