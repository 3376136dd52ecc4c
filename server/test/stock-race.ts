import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { listCountDifferences } from '../src/features/inventory/index.ts';
import type { DB } from '../src/platform/database/schema.generated.ts';
import type { SignedIn } from './test-app.ts';
import { CODES } from './test-catalogue.ts';

const PLACES = ['A-1', 'A-2', 'B-1', 'B-2', 'QUARANTINE'];
const LISTED = [CODES.kettle.newSku, CODES.kettle.goodSku, CODES.bolt.sku];
const UNITS = 200;

/** Calls the API as somebody, and again as long as no answer comes; a body makes it a POST. */
export type Call = (person: SignedIn, url: string, body?: object) => Promise<{ readonly status: number; json(): unknown }>;

// A seed of its own; who takes which number depends on whose turn it is.
let state = 42;
function below(limit: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * limit);
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** Two hundred units. @returns their ids */
export async function layUnits(db: Kysely<DB>, admin: SignedIn): Promise<number[]> {
  for (let i = 0; i < UNITS; i++) await admin.post('/api/sfinventory', { productId: oneOf(LISTED), locationId: oneOf(PLACES) });
  const units = await db.selectFrom('units').select('id').execute();
  return units.map(({ id }) => id);
}

/** What one person does, half of it sent twice as after a lost answer. @returns the statuses of the answers */
export async function work(call: Call, person: SignedIn, { nth, acts }: { nth: number; acts: number }, unitIds: readonly number[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < acts; i++) {
    const [url, body] = nextAct(unitIds, `${nth}-${i}`);
    const times = below(2) + 1;
    const answers = await Promise.all(Array.from({ length: times }, () => call(person, url, body)));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

/**
 * Counts some locations over and over while the others move what is there, and posts each count from three tabs.
 * @returns the statuses of the answers
 */
export async function countShelves(call: Call, person: SignedIn, { locations, times }: { locations: readonly string[]; times: number }): Promise<number[]> {
  const statuses: number[] = [];
  const send = async <T>(url: string, body?: object) => {
    const answers = await Promise.all(Array.from({ length: body === undefined ? 1 : 2 }, () => call(person, url, body)));
    statuses.push(...answers.map(({ status }) => status));
    // Of two, the one that did it: the other one may have been refused.
    return (answers.find(({ status }) => status === 200) ?? answers[0])?.json() as T;
  };
  for (let time = 0; time < times; time++) {
    await send('/api/counts', { locations, isBlind: false });
    const open = (await send<{ data: { id: number; state: string }[] }>(`/api/counts?location=${locations[0]}`)).data[0];
    const count = `/api/counts/${open?.id}`;
    for (let i = 0; i < 10; i++)
      await send(`${count}/scan`, { productId: oneOf(LISTED), locationId: oneOf(locations), clientScanId: `race-count-${open?.id}-${i}` });
    await send(`${count}/submit`, { isRestMissing: true });
    await send(`${count}/review`, {});
    const { data: lines } = await send<{ data: { id: number; difference: number }[] }>(`${count}/lines?list=differences`);
    for (const { id } of lines) await send(`${count}/lines/${id}/cause`, { rootCause: oneOf(['MISCOUNTED', 'MISSING_TRANSACTION']) });
    const states = async () => (await send<{ state: string }>(count)).state;
    while ((await states()) === 'REVIEW') {
      await Promise.all(lines.map(({ id }) => send(`${count}/lines/${id}/look`, {})));
      await Promise.all([1, 2, 3].map(() => send(`${count}/post`, {})));
    }
  }
  return statuses;
}

function nextAct(unitIds: readonly number[], name: string): [url: string, body: object] {
  const id = oneOf(unitIds);
  const location = oneOf(PLACES);
  const productId = oneOf(LISTED);
  const audit = { productId, locationId: location, roundId: `race-round-${location}` };
  const acts: [string, object][] = [
    ['/api/updatelocalinventorylocation', { id, location }],
    ['/api/localinventory/delete', { id }],
    ['/api/localinventory/restore', { id }],
    ['/api/inventory/units/remove', { id, reason: 'MISSING' }],
    ['/api/inventory/movements/undo', { id: 1 + below(600) }],
    ['/api/sfinventory', { productId, locationId: location, clientScanId: `race-scan-${name}` }],
    ['/api/inventory/audit/scan', { ...audit, clientScanId: `race-audit-${name}`, surplus: 'add' }],
    ['/api/inventory/audit/scan', { ...audit, clientScanId: `race-move-${name}`, surplus: 'move', fromLocationId: 1 + below(16) }],
  ];
  return oneOf(acts);
}

/** Replaying the ledger gives exactly the stock, no unit was in two places, and no count was posted twice. */
export async function expectTruth(db: Kysely<DB>): Promise<void> {
  expect(await listCountDifferences(db)).toEqual([]);
  const { rows: untrue } = await sql<{ id: number }>`
    select u.id from units u join lateral (
      select sum(quantity_change)::int as in_stock from stock_movements m where m.unit_id = u.id
    ) ledger on true
    join lateral (select coalesce(to_location_id, from_location_id) as place, after_status from stock_movements m where m.unit_id = u.id order by id desc limit 1) last on true
    where ledger.in_stock <> (case when u.status = 'REMOVED' then 0 else 1 end) or last.place <> u.location_id or last.after_status <> u.status`.execute(db);
  expect(untrue).toEqual([]);
  const { rows: broken } = await sql`
    select m.id from (
      select id, unit_id, coalesce(from_location_id, to_location_id) as place, type,
        lag(coalesce(to_location_id, from_location_id)) over (partition by unit_id order by id) as place_before
      from stock_movements
    ) m where m.place_before is not null and m.place_before <> m.place`.execute(db);
  expect(broken).toEqual([]);
  const { rows: miscounted } = await sql`
    select n.id from count_lines n join count_sessions k on k.id = n.count_id and k.state = 'POSTED'
    cross join lateral (
      select count(*) filter (where m.to_location_id = n.location_id and m.type <> 'AUDIT_COUNT')::int as came,
        count(*) filter (where m.from_location_id = n.location_id and m.type <> 'AUDIT_COUNT')::int as went
      from stock_movements m where m.note = 'Count ' || k.id and m.listing_id = n.listing_id
    ) posted
    where posted.came <> greatest(n.counted - n.booked, 0) or posted.went > greatest(n.booked - n.counted, 0)`.execute(db);
  expect(miscounted).toEqual([]);
}
