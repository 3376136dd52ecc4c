import type { CaseClaim, CaseDetail, CaseEvent, CaseSection, ReimbursementProposal } from '@stowage/contract/cases/case-detail';
import { PHOTO_SECTION_KEYS, PHOTO_SECTIONS, type PhotoSection, requiredShots } from '@stowage/contract/cases/case-shots';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { dollars } from '../../../platform/formats/dollars.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { type AlbumPhoto, type PhotoAddresses, readAlbumPhotos } from '../../photos/index.ts';
import { evidenceOf } from '../claims/evidence.rules.ts';
import { type CaseSourceRow, caseColumns, caseJoins, toCaseRow } from './case-list.read-model.ts';

const HISTORY_LIMIT = 200;

type DetailRow = CaseSourceRow & {
  readonly claim: Pick<CaseClaim, 'type' | 'marketplace_id' | 'clock_starts_on' | 'owner'>;
  readonly filed_at: Date | null;
  readonly decided_at: Date | null;
  readonly upload_open_until: Date | null;
  readonly customer_order_id: string | null;
};

export interface PhotoRow extends AlbumPhoto<PhotoSection> {
  readonly uploaded_by: string;
}

interface Viewing {
  readonly addresses: PhotoAddresses;
  readonly now: Date;
  readonly seesCosts: boolean;
}

export async function findCase(db: Database, id: number, { addresses, now, seesCosts }: Viewing): Promise<CaseDetail | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${caseColumns}, c.filed_at, c.decided_at,
      json_build_object('type', c.claim_type, 'marketplace_id', c.marketplace_id, 'clock_starts_on', to_char(c.clock_starts_on, 'YYYY-MM-DD'),
        'owner', case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end) as claim,
      (select max(expires_at) from upload_links where case_id = c.id and revoked_at is null and finished_at is null and expires_at > ${now}) as upload_open_until,
      (select o.order_id from orders o where o.order_id = c.order_id
        or o.order_id in (select r.order_id from customer_returns r where upper(r.lpn) = upper(c.lpn) and r.lpn <> '')
        order by o.ordered_at desc limit 1) as customer_order_id
    from return_cases c ${caseJoins} left join users o on o.id = c.owner_id where c.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const [photos, reasons, proposals, history] = await Promise.all([
    listPhotos(db, id),
    listMissingShots(db, id),
    listProposals(db, id),
    listEvents(db, id, { limit: HISTORY_LIMIT, seesCosts }),
  ]);
  const claim = toClaim(row);
  const sections = sectionsOf({ disposition: row.disposition, quantity: row.quantity, value: claim.expected_amount, photos, reasons });
  return {
    ...toCaseRow(row),
    photos: photos.map((photo) => ({
      id: photo.id,
      section: photo.section,
      filename: photo.filename,
      original_filename: photo.original_filename,
      uploaded_at: utcText(photo.uploaded_at),
      taken_at: photo.taken_at,
      uploaded_by: photo.uploaded_by,
      ...addresses.of({ album: { kind: 'case', id }, section: photo.section, filename: photo.filename }),
    })),
    sections,
    claim,
    evidence: evidenceOf({
      sections,
      removalOrderId: row.fields.removal_order_id ?? null,
      trackingNumber: row.fields.searchquery ?? '',
      fnsku: row.fields.fnsku ?? '',
      asin: row.fields.asin1 ?? null,
      lpn: row.fields.lpn ?? null,
      expectedAmount: claim.expected_amount,
    }),
    proposals,
    history,
    customer_order_id: row.customer_order_id,
    upload_open_until: row.upload_open_until && utcText(row.upload_open_until),
  };
}

function toClaim(row: DetailRow): CaseClaim {
  return {
    ...row.claim,
    opens_on: row.opens_on,
    due_on: row.due_on,
    filed_at: row.filed_at && utcText(row.filed_at),
    decided_at: row.decided_at && utcText(row.decided_at),
    expected_amount: dollars(row.expected_amount),
    paid_amount: dollars(row.paid_amount),
  };
}

/** Lists the photos of a case by section and upload time. */
export async function listPhotos(db: Database, caseId: number): Promise<PhotoRow[]> {
  const photos = await readAlbumPhotos(db, { kind: 'case', id: caseId }, PHOTO_SECTIONS);
  return photos.map((photo) => ({
    ...photo,
    uploaded_by: photo.uploader ?? (photo.link_owner === null ? 'Phone' : `Phone, by the link of ${photo.link_owner}`),
  }));
}

interface Shots {
  readonly disposition: string | null;
  readonly quantity: number;
  /** The cost of the units in dollars. */
  readonly value: number | null;
  readonly photos: readonly Pick<PhotoRow, 'section'>[];
  readonly reasons: ReadonlyMap<string, string>;
}

/** The number of required and taken photos in each section. */
export function sectionsOf({ disposition, quantity, value, photos, reasons }: Shots): CaseSection[] {
  const required = requiredShots({ disposition, quantity, value });
  return PHOTO_SECTION_KEYS.map((section) => ({
    section,
    name: PHOTO_SECTIONS[section],
    required: required[section],
    taken: photos.filter((photo) => photo.section === section).length,
    cannot_take: reasons.get(section) ?? null,
  }));
}

/** The reasons why required photos of a case cannot be taken, by section. */
export async function listMissingShots(db: Database, caseId: number): Promise<Map<string, string>> {
  const rows = await db.selectFrom('case_missing_shots').select(['section', 'reason']).where('case_id', '=', caseId).execute();
  return new Map(rows.map(({ section, reason }) => [section, reason]));
}

/** The amount that an event of a claim names. */
const EXPECTED_AMOUNT = /\bexpected (?:\d+\.\d{2}|unknown)/;

/** The history, newest first. @param seesCosts otherwise without the expected amounts, which are the cost of the units */
export async function listEvents(db: Database, caseId: number, { limit, seesCosts }: { limit: number; seesCosts: boolean }): Promise<CaseEvent[]> {
  const { rows } = await sql<Omit<CaseEvent, 'at'> & { at: Date }>`
    select e.id, e.kind, e.detail, coalesce(u.name, case when e.kind = 'PROPOSED' then 'Stowage' else 'Phone' end) as actor, e.created_at as at
    from case_events e left join users u on u.id = e.actor_id where e.case_id = ${caseId} order by e.id desc limit ${limit}`.execute(db);
  const shown = ({ kind, detail }: Pick<CaseEvent, 'kind' | 'detail'>) =>
    seesCosts || kind !== 'CLAIM' ? detail : detail.replace(EXPECTED_AMOUNT, 'expected amount changed');
  return rows.map((row) => ({ ...row, detail: shown(row), at: utcText(row.at) }));
}

async function listProposals(db: Database, caseId: number): Promise<ReimbursementProposal[]> {
  const { rows } = await sql<Omit<ReimbursementProposal, 'approved_at' | 'amount'> & { approved_at: Date; amount: string }>`
    select m.id, r.reimbursement_id, r.case_id as marketplace_case_id, r.approved_at, r.amount, r.currency, r.quantity, m.matched_by, r.original_reimbursement_id
    from case_reimbursements m join reimbursements r on r.id = m.reimbursement_row_id
    where m.case_id = ${caseId} and m.state = 'PROPOSED' order by r.approved_at, m.id`.execute(db);
  return rows.map((row) => ({ ...row, approved_at: utcText(row.approved_at), amount: Number(row.amount) }));
}
