import { COUNT_LINES_PAGE_SIZE, type CountLine } from '@stowage/contract/inventory/count-review';
import type { CountList, CountSession } from '@stowage/contract/inventory/counts';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { joinProduct } from '../units/product-of-unit.condition.ts';
import { hasMoved, hidesBooked, isHeld, needsApproval, needsReview } from './count.rules.ts';
import { onHandOfLine } from './count-line.repository.ts';
import { type CountRecord, countColumns, countJoins, toCountRow } from './count-list.read-model.ts';

/** The unit cost of a line `n`: the average recorded cost of the units booked there, else the cost in the price lists. */
const costOfLine = sql<string | null>`(
  select coalesce(
    (select round(avg(coalesce(u.cost, p.cost)), 2) from units u where u.location_id = n.location_id and u.listing_id = n.listing_id and ${inStock}),
    p.cost
  )
  -- A subquery per product: a join would compute the view for all products.
  from (select (select v.cost from product_prices v where v.product_id = o.product_id) as cost from listings o where o.id = n.listing_id limit 1) p)`;

const listOfLine = sql<CountLine['list']>`
  case when n.counted is null then 'uncounted' when n.listing_id is null then 'unmatched' when n.expected = 0 then 'unexpected' else 'counted' end`;

/** `onHandOfLine` for many lines: reads the counts of their locations together, not line by line. */
const stockOfLines = sql`left join stock_counts c on c.location_id = n.location_id and c.listing_id = n.listing_id`;
const onHandBeside = sql<number>`case when n.listing_id is null then ${onHandOfLine} else coalesce(c.on_hand, 0) end`;

type SessionRecord = CountRecord & { holder_id: number | null; holder: string | null; held_at: Date | null; counted_before: number[] };

interface SummaryRow {
  uncounted: number;
  counted: number;
  unexpected: number;
  unmatched: number;
  differences: number;
  missing: number;
  surplus: number;
  value: number;
  without_cost: number;
  without_cause: number;
  moved_lines: number;
  unseen_moves: number;
}

/** A count with its progress. Plan: the range of its lines, each with its stock count by key. */
export async function findCountSession(db: Database, id: number, now: Date): Promise<CountSession | undefined> {
  const { rows } = await sql<SessionRecord>`
    select ${countColumns}, k.holder_id, h.name as holder, k.held_at,
      array(select distinct actor_id::int from count_entries where count_id = k.id and (round < k.round or k.state in ('SUBMITTED', 'REVIEW'))) as counted_before
    from count_sessions k ${countJoins} left join users h on h.id = k.holder_id where k.id = ${id}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const summary = await summarizeLines(db, id);
  const { uncounted, counted, unexpected, unmatched, differences, missing, surplus, value, without_cost, without_cause, unseen_moves } = summary;
  const isHidden = hidesBooked({ state: row.state, isBlind: row.is_blind });
  const hold = row.holder_id === null || row.held_at === null ? undefined : { userId: row.holder_id, device: '', heldAt: row.held_at };
  return {
    ...toCountRow(row),
    round: row.round,
    holder: isHeld(hold, now) ? { id: hold.userId, name: row.holder ?? '' } : null,
    counted_before: row.counted_before,
    lists: { uncounted, counted, unexpected, unmatched, differences: isHidden ? 0 : differences },
    differences: isHidden
      ? null
      : { missing, surplus, value, without_cost, without_cause, unseen_moves, needs_approval: needsApproval({ missing, surplus, value }) },
    moved_lines: summary.moved_lines,
  };
}

/** The totals of a count's lines. Plan: its lines, merged with the range of each location in the key of the stock counts. */
export async function summarizeLines(db: Database, countId: number): Promise<SummaryRow> {
  const { rows } = await sql<SummaryRow>`
    select count(*) filter (where list = 'uncounted')::int as uncounted, count(*) filter (where list = 'counted')::int as counted,
      count(*) filter (where list = 'unexpected')::int as unexpected, count(*) filter (where list = 'unmatched')::int as unmatched,
      count(*) filter (where counted <> booked)::int as differences,
      coalesce(sum(booked - counted) filter (where counted < booked), 0)::int as missing,
      coalesce(sum(counted - booked) filter (where counted > booked), 0)::int as surplus,
      coalesce(sum(abs(counted - booked) * cost), 0)::float as value,
      count(*) filter (where counted <> booked and cost is null)::int as without_cost,
      count(*) filter (where counted <> booked and root_cause is null)::int as without_cause,
      count(*) filter (where has_moved)::int as moved_lines,
      count(*) filter (where has_moved and counted <> booked and reviewed_on_hand is distinct from on_hand)::int as unseen_moves
    from (
      select n.counted, n.booked, n.root_cause, n.reviewed_on_hand, ${listOfLine} as list, ${onHandBeside} as on_hand,
        case when n.counted <> n.booked then ${costOfLine} end as cost,
        ${onHandBeside} <> n.expected or coalesce(n.booked <> n.expected, false) as has_moved
      from count_lines n ${stockOfLines} where n.count_id = ${countId}
    ) lines`.execute(db);
  if (rows[0] === undefined) throw new Error('The aggregate returned no row');
  return rows[0];
}

type LineRecord = Omit<CountLine, 'expected' | 'on_hand' | 'difference' | 'value' | 'moved' | 'is_looked_at' | 'is_to_count' | 'other_location'> & {
  expected: number;
  on_hand: number;
  cost: string | null;
  reviewed_on_hand: number | null;
  round: number;
  other_location_id: number | null;
  other_location: string | null;
};

interface CountOfLines {
  readonly id: number;
  readonly round: number;
  readonly isHidden: boolean;
}

/** One page of a count's lines, by location. Plan: the count's range of lines, sorted; names by key, for the page only. */
export async function listLineRows(db: Database, count: CountOfLines, list: CountList, page: number): Promise<{ data: CountLine[]; totalCount: number }> {
  const matching = sql`from count_lines n where n.count_id = ${count.id} and ${list === 'differences' ? sql`n.counted <> n.booked` : sql`${listOfLine} = ${list}`}`;
  const { rows } = await sql<LineRecord>`
    select n.id, n.location_id, s.code as location, p.title as item_name, l.seller_sku, n.identifier, l.condition as sku_condition, ${listOfLine} as list,
      n.expected, n.counted, n.counted_before, n.booked, ${costOfLine} as cost, ${onHandOfLine} as on_hand, n.reviewed_on_hand, n.round, n.root_cause,
      n.other_location_id, o.code as other_location
    from (select n.* ${matching} order by n.location_id, n.id limit ${COUNT_LINES_PAGE_SIZE} offset ${page * COUNT_LINES_PAGE_SIZE}) n
    join locations s on s.id = n.location_id
    left join locations o on o.id = n.other_location_id
    left join listings l on l.id = n.listing_id
    ${joinProduct(sql`n.identifier`)}
    order by n.location_id, n.id`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db);
  return { data: rows.map((row) => toCountLine(row, count)), totalCount: counted[0]?.count ?? 0 };
}

function toCountLine(row: LineRecord, count: CountOfLines): CountLine {
  const { cost, reviewed_on_hand, round, other_location_id, other_location, expected, booked, on_hand, ...rest } = row;
  const difference = row.counted === null || booked === null ? null : row.counted - booked;
  const bookedQuantities = { expected, booked, on_hand, difference, value: difference === null || cost === null ? null : difference * Number(cost) };
  const counted =
    row.counted === null || booked === null ? undefined : { expected, booked, counted: row.counted, onHand: on_hand, reviewedOnHand: reviewed_on_hand };
  return {
    ...rest,
    ...(count.isHidden ? { expected: null, booked: null, on_hand: null, difference: null, value: null } : bookedQuantities),
    counted_before: count.isHidden ? null : row.counted_before,
    moved: hasMoved({ expected, booked, onHand: on_hand }),
    is_looked_at: counted === undefined || !needsReview(counted),
    is_to_count: round === count.round,
    other_location: other_location_id === null || other_location === null ? null : { location_id: other_location_id, location: other_location },
  };
}
