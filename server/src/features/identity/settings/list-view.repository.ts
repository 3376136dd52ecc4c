import type { ListName, ListView, ViewAddress } from '@stowage/contract/identity/list-views';
import { sql } from 'kysely';
import { type Database, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';

export interface StoredView extends Omit<ListView, 'is_own' | 'may_change'> {
  readonly owner_id: number;
}

/** What a person saves of a view. */
export interface ViewContent {
  readonly name: string;
  readonly is_shared: boolean;
  readonly address: ViewAddress;
  readonly columns: readonly string[] | null;
}

type Row = Omit<StoredView, 'updated_at'> & { updated_at: Date };

const columns = sql`v.id, v.list, v.name, v.is_shared, v.owner_id, u.name as owner, v.address, v.columns, v.version, v.updated_at`;

/** The views of a list that a person sees. */
export async function listViewsFor(db: Database, userId: number, list: ListName): Promise<StoredView[]> {
  const { rows } = await sql<Row>`
    select ${columns} from list_views v join users u on u.id = v.owner_id
    where v.list = ${list} and (v.owner_id = ${userId} or v.is_shared) order by lower(v.name), v.id`.execute(db);
  return rows.map(toView);
}

/** @param lock locks the view for a change */
export async function findView(db: Database, id: number, lock = false): Promise<StoredView | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from list_views v join users u on u.id = v.owner_id where v.id = ${id} ${lock ? sql`for update of v` : sql``}`.execute(db);
  return rows.map(toView)[0];
}

export async function countViews(db: Database, userId: number, list: ListName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from list_views where owner_id = ${userId} and list = ${list}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** @returns the id; undefined when the person has a view with this name */
export async function insertView(db: Database, userId: number, list: ListName, content: ViewContent): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into list_views (owner_id, list, name, is_shared, address, columns)
    values (${userId}, ${list}, ${content.name}, ${content.is_shared}, ${JSON.stringify(content.address)}::jsonb, ${content.columns}::text[])
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** @returns false when the owner has another view with this name */
export async function updateView(db: Database, view: StoredView): Promise<boolean> {
  try {
    await sql`
      update list_views set name = ${view.name}, is_shared = ${view.is_shared}, address = ${JSON.stringify(view.address)}::jsonb,
        columns = ${view.columns}::text[], version = version + 1, updated_at = now()
      where id = ${view.id}`.execute(db);
    return true;
  } catch (error) {
    if (violatesUnique(error, 'list_views_name_key')) return false;
    throw error;
  }
}

export async function deleteView(db: Database, id: number): Promise<void> {
  await sql`delete from list_views where id = ${id}`.execute(db);
}

function toView({ updated_at, ...row }: Row): StoredView {
  return { ...row, updated_at: utcText(updated_at) };
}
