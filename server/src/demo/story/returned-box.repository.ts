import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** A line of a returned box. */
export interface BoxLine {
  readonly id: number;
  readonly tracking_number: string;
  readonly shipped_at: Date;
  readonly title: string;
  readonly cost: number;
}

/** The lines of boxes with one tracking number that were shipped before a time, oldest first. */
export async function listBoxLines(db: Database, before: Date): Promise<BoxLine[]> {
  const { rows } = await sql<BoxLine>`
    select s.id, s.tracking_number, s.shipped_at, p.title, coalesce(f.cost, 20)::float8 as cost
    from removal_shipments s join listings l on l.seller_sku = s.seller_sku join products p on p.id = l.product_id
    left join product_prices f on f.product_id = p.id
    where s.shipped_at < ${before} and s.quantity > 0 and cardinality(s.tracking_numbers) = 1 order by s.shipped_at, s.id`.execute(db);
  return rows;
}

/** The lines that were shipped before a time, with the units without a decision. */
export async function listUndecided(db: Database, before: Date): Promise<{ id: number; left: number; shipped_at: Date }[]> {
  const { rows } = await sql<{ id: number; left: number; shipped_at: Date }>`
    select s.id, s.shipped_at, (s.quantity - coalesce(sum(g.quantity) filter (where g.voided_at is null), 0))::int as left
    from removal_shipments s left join return_grades g on g.removal_shipment_id = s.id
    where s.shipped_at < ${before} group by s.id order by s.id`.execute(db);
  return rows;
}

/** Moves a decision and the arrival of its box into the past. */
export async function backdateDecision(tx: Database, { decisionId, lineId, at }: { decisionId: number; lineId: number; at: Date }): Promise<void> {
  await sql`update return_grades set created_at = ${at} where id = ${decisionId}`.execute(tx);
  await sql`
    update return_packages p set arrived_at = ${at} from removal_shipments s
    where s.id = ${lineId} and p.tracking_number = s.tracking_numbers[1] and p.arrived_at > ${at}`.execute(tx);
}

interface Described {
  readonly problem: string;
  /** The amount, as decimal text. */
  readonly expected: string;
  readonly trackingNumber: string;
  readonly openedAt: Date;
}

/** Describes the problem of a case, and moves its decision and the arrival of its box into the past. */
export async function describeCase(tx: Database, caseId: number, { problem, expected, trackingNumber, openedAt }: Described): Promise<void> {
  await sql`update return_cases set problem_description = ${problem}, expected_amount = coalesce(expected_amount, ${expected}::numeric) where id = ${caseId}`.execute(
    tx,
  );
  await sql`update return_grades set created_at = ${openedAt} where id = (select grade_id from return_cases where id = ${caseId})`.execute(tx);
  await sql`update return_packages set arrived_at = ${openedAt} where tracking_number = ${trackingNumber} and arrived_at > ${openedAt}`.execute(tx);
}

/** Lets a few imported payments name filed cases, so that the next match proposes them. */
export async function nameCasesInPayments(db: Database): Promise<void> {
  await sql`
    update return_cases c set amazon_case_id = r.case_id from (
      select case_id, row_number() over (order by approved_at desc) as nth from reimbursements where case_id <> '' order by approved_at desc limit 4
    ) r join (
      select id, row_number() over (order by id desc) as nth from return_cases where status = 'Working' and amazon_case_id like '14200%'
    ) w on w.nth = r.nth where c.id = w.id`.execute(db);
}

export async function hasPhoto(db: Database, caseId: number, clientPhotoId: string): Promise<boolean> {
  const { rows } = await sql`select from photos where case_id = ${caseId} and client_photo_id = ${clientPhotoId}`.execute(db);
  return rows.length > 0;
}

interface NewPhoto {
  readonly caseId: number;
  readonly section: string;
  readonly filename: string;
  readonly originalName: string;
  readonly clientPhotoId: string;
  readonly originalSha256: Buffer;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly at: Date;
}

/** @returns the photo's id */
export async function insertPhoto(tx: Database, photo: NewPhoto): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into photos (case_id, section, filename, original_filename, client_photo_id, original_sha256, sha256, bytes, width, height, uploaded_at)
    values (${photo.caseId}, ${photo.section}, ${photo.filename}, ${photo.originalName}, ${photo.clientPhotoId}, ${photo.originalSha256}, ${photo.sha256},
      ${photo.bytes}, ${photo.width}, ${photo.height}, ${photo.at})
    returning id`.execute(tx);
  await sql`update return_cases set photo_count = photo_count + 1 where id = ${photo.caseId}`.execute(tx);
  return rows[0]?.id;
}
