import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseOwner } from '../../../platform/database/connection/connect.ts';
import type { KnownTable } from '../analysis/candidate.rules.ts';
import type { ForeignNames } from './left-out.rules.ts';

/** A table that the advisor can suggest indexes for. */
export interface AdvisedTable extends KnownTable {
  readonly bytes: number;
  readonly oid: number;
  /** Rows written since the start of the statistics. */
  readonly writes: number;
  /** The inserted rows that still exist. */
  readonly loaded: number;
  /** The owner, when Stowage's role may not create an index; otherwise null. */
  readonly foreignOwner: string | null;
  /** Whether the table has, or recently had, an index. */
  readonly hasIndex: boolean;
  /** Whether the unqualified name resolves to this table. */
  readonly isVisible: boolean;
  /** The definitions of all columns in order, including dropped ones, for an empty copy of the table. */
  readonly layout: readonly string[];
}

interface Row extends Omit<AdvisedTable, 'columns'> {
  readonly columns: readonly { name: string; quoted: string; distinct: number; width: number; isOrdered: boolean; isText: boolean }[];
}

/** Smaller tables need no index, because a sequential scan is as fast. */
const LEAST_ROWS = 1_000;

/** The name of a collation `co` as SQL. */
const COLLATION_NAME = sql`(case when pg_collation_is_visible(co.oid) then '' else quote_ident(co.collnamespace::regnamespace::text) || '.' end || quote_ident(co.collname))`;

/**
 * The keys of an index `i` of the method `m` as SQL, with collations that differ from the column's. For expressions, the
 * collation is read from the index definition, because the system catalog does not store their default.
 */
const INDEX_KEYS = sql`array(select pg_get_indexdef(i.indexrelid, k, true)
    || coalesce((select ' COLLATE ' || ${COLLATION_NAME} from pg_collation co left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[k - 1] and a.attnum <> 0
      where co.oid = i.indcollation[k - 1] and case when i.indkey[k - 1] <> 0 then a.attcollation <> co.oid
        else exists (select from unnest(array['(', ', ']) before (part) where strpos(pg_get_indexdef(i.indexrelid, 0, true),
          before.part || pg_get_indexdef(i.indexrelid, k, true) || ' COLLATE ' || ${COLLATION_NAME}) > 0) end), '')
    || case when o.opcdefault then '' else ' ' || o.opcname end
    || case when m.amname <> 'btree' then '' else (array['', ' DESC NULLS LAST', ' NULLS FIRST', ' DESC'])[1 + i.indoption[k - 1]] end
  from generate_series(1, i.indnkeyatts) k join pg_opclass o on o.oid = i.indclass[k - 1] order by k)`;

/** The base type of a column `a`: domains, including nested ones, are resolved. */
const BASE_TYPE = sql`(with recursive base (oid, stands_on) as (
    select b.oid, b.typbasetype from pg_type b where b.oid = a.atttypid
    union all select b.oid, b.typbasetype from base join pg_type b on b.oid = base.stands_on)
  select oid from base where stands_on = 0)`;

/** Removes the casts and parentheses that the server adds to expressions. */
const simplified = (keys: RawBuilder<unknown>) =>
  sql`array(select regexp_replace(key, '::[a-z ]+|[() ]', '', 'g') from unnest(${keys}) with ordinality as u (key, nth) order by nth)`;

/** Whether an index `i` of the method `m` has these keys. */
export function hasKeys(method: RawBuilder<unknown>, keys: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.amname = ${method} and i.indpred is null and i.indnatts = i.indnkeyatts and ${simplified(INDEX_KEYS)} = ${simplified(keys)})`;
}

/**
 * The tables that indexes can be suggested for: ordinary tables with enough rows, without internal schemas. Partitioned tables
 * are left out, because their indexes can't be created concurrently.
 */
export async function listAdvisedTables(db: Database): Promise<AdvisedTable[]> {
  const { rows } = await sql<Row>`
    select n.nspname as schema, c.relname as name, c.oid::oid::bigint as oid, c.reltuples::float8 as rows, pg_relation_size(c.oid) as bytes, pg_table_is_visible(c.oid) as "isVisible", c.relhasindex as "hasIndex",
      coalesce(s.n_tup_ins + s.n_tup_upd + s.n_tup_del, 0) as writes, coalesce(least(s.n_tup_ins, s.n_live_tup), 0) as loaded,
      case when not pg_has_role(c.relowner, 'USAGE') then pg_get_userbyid(c.relowner)
        when not has_schema_privilege(n.oid, 'CREATE') then pg_get_userbyid(n.nspowner) end as "foreignOwner",
      (select json_agg(json_build_object('name', a.attname, 'quoted', quote_ident(a.attname), 'width', coalesce(p.avg_width, nullif(greatest(a.attlen, 0), 0), 16),
          'distinct', case when p.n_distinct < 0 then -p.n_distinct * greatest(c.reltuples, 0) else coalesce(p.n_distinct, 0) end,
          'isText', ${BASE_TYPE} = 'text'::regtype or exists (select from pg_cast k where k.castsource = ${BASE_TYPE} and k.casttarget = 'text'::regtype and k.castmethod = 'b'), 'collation', (select ${COLLATION_NAME} from pg_collation co where co.oid = a.attcollation),
          'isOrdered', exists (select from pg_opclass o join pg_am m on m.oid = o.opcmethod and m.amname = 'btree'
            where o.opcdefault and (o.opcintype = ${BASE_TYPE} or t.typcategory in ('S', 'E', 'A'))) and coalesce(p.avg_width, 0) < 500) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
          left join pg_stats p on p.schemaname = n.nspname and p.tablename = c.relname and p.attname = a.attname and not p.inherited
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select array_agg(case when a.attisdropped then format('gone_%s int', a.attnum)
          else format('%I %s%s', a.attname, format_type(a.atttypid, a.atttypmod),
            case when a.attcollation <> 0 and a.attcollation <> t.typcollation
              then (select format(' collate %I.%I', cn.nspname, co.collname) from pg_collation co join pg_namespace cn on cn.oid = co.collnamespace where co.oid = a.attcollation)
              else '' end) end order by a.attnum)
        from pg_attribute a left join pg_type t on t.oid = a.atttypid where a.attrelid = c.oid and a.attnum > 0) as layout,
      coalesce((select json_agg(json_build_object('method', m.amname, 'isPartial', i.indpred is not null, 'keys',
          ${INDEX_KEYS}))
        from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam where i.indrelid = c.oid and i.indisvalid), '[]') as indexes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind = 'r' and not c.relispartition and c.relpersistence <> 't' and c.reltuples >= ${LEAST_ROWS}
      and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and not starts_with(n.nspname, 'pg_')`.execute(db);
  return rows.map((row) => ({ ...row, columns: new Map(row.columns.map(({ name, ...column }) => [name, column])) }));
}

/** A relation that no index is suggested for. */
export interface OtherRelation {
  readonly schema: string;
  readonly name: string;
  readonly isVisible: boolean;
  readonly kind: 'VIEW' | 'MATERIALIZED_VIEW' | 'PARTITIONED' | 'FOREIGN' | 'SMALL';
}

export async function listOtherRelations(db: Database): Promise<OtherRelation[]> {
  const { rows } = await sql<OtherRelation>`
    select n.nspname as schema, c.relname as name, pg_table_is_visible(c.oid) as "isVisible",
      case c.relkind when 'v' then 'VIEW' when 'm' then 'MATERIALIZED_VIEW' when 'p' then 'PARTITIONED' when 'f' then 'FOREIGN' else 'SMALL' end as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where (c.relkind in ('v', 'm', 'p', 'f') or c.relkind = 'r' and c.reltuples < ${LEAST_ROWS})
      and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and not starts_with(n.nspname, 'pg_')`.execute(db);
  return rows;
}

/** Whether trigram indexes are available. */
export async function hasTrigramSearch(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    is_there: boolean;
  }>`select exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}

export type HypotheticalMethod = 'HYPOPG' | 'CATALOGUE' | 'NONE';

/** How hypothetical indexes can be created: by hypopg, or through the system catalog, which only a superuser may edit. */
export async function findHypotheticalMethod(
  { db, owner }: { readonly db: Database; readonly owner: DatabaseOwner },
  { mayEditCatalog }: { mayEditCatalog: boolean },
): Promise<HypotheticalMethod> {
  const { rows } = await sql<{ hypopg: string }>`
    select quote_ident(n.nspname) as hypopg from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'hypopg'`.execute(db);
  // The extension may exist without this role being allowed to call it.
  if (rows[0] !== undefined && (await isAnswered(db, `select from ${rows[0].hypopg}.hypopg_reset()`))) return 'HYPOPG';
  return mayEditCatalog && (await isSuperuser(owner.db)) ? 'CATALOGUE' : 'NONE';
}

async function isSuperuser(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_superuser: boolean }>`select rolsuper as is_superuser from pg_roles where rolname = current_user`.execute(db);
  return rows[0]?.is_superuser ?? false;
}

const isAnswered = (db: Database, text: string) =>
  sql
    .raw(text)
    .execute(db)
    .then(
      () => true,
      () => false,
    );

/** The names that belong neither to PostgreSQL nor to Stowage's schema. */
export async function findForeignNames(db: Database): Promise<ForeignNames> {
  const { rows } = await sql<{ home: string; functions: string[]; operators: string[]; types: string[]; tables: string[] }>`
    with home as (select n.oid, n.nspname from pg_namespace n where n.oid = coalesce((select relnamespace from pg_class where oid = to_regclass('index_suggestions')), 'public'::regnamespace)),
      known as (select oid from home union all select 'pg_catalog'::regnamespace)
    select (select nspname from home) as home,
      array(select distinct proname::text from pg_proc where pg_function_is_visible(oid) and pronamespace not in (select oid from known)) as functions,
      array(select distinct oprname::text from pg_operator where pg_operator_is_visible(oid) and oprnamespace not in (select oid from known)) as operators,
      array(select distinct typname::text from pg_type where pg_type_is_visible(oid) and typnamespace not in (select oid from known)) as types,
      array(select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_')
        group by c.relname having count(*) > 1) as tables`.execute(db);
  const { home = 'public', functions = [], operators = [], types = [], tables = [] } = rows[0] ?? {};
  return {
    trustedSchemas: new Set(['pg_catalog', home]),
    functions: new Set(functions),
    operators: new Set(operators),
    types: new Set(types),
    ambiguousTables: new Set(tables),
  };
}
