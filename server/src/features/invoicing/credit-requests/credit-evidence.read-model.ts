import type { CreditEvidence } from '@stowage/contract/invoicing/vendor-credits';
import { DAMAGE_SECTIONS } from '@stowage/contract/purchasing/damage-photos';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import { listAlbumPhotos, type PhotoAddresses } from '../../photos/index.ts';
import { listReceivingLog } from './credit-request.read-model.ts';

type Row = Omit<CreditEvidence, 'receiving' | 'photos'>;

/** The evidence of a credit. A credit without a line has only its note. */
export async function findEvidence(db: Database, creditId: number, addresses: PhotoAddresses): Promise<CreditEvidence | undefined> {
  const { rows } = await sql<Row>`
    select n.id as line_id, c.po_number, n.supplier_sku, n.product_name, c.note
    from vendor_credits c left join purchase_order_lines n on n.id = c.purchase_order_line_id where c.id = ${creditId}`.execute(db);
  const [credit] = rows;
  if (credit === undefined) return undefined;
  const lineId = credit.line_id;
  if (lineId === null) return { ...credit, receiving: [], photos: [] };
  const [log, photos] = await Promise.all([
    listReceivingLog(db, sql`select ${lineId}::bigint`),
    listAlbumPhotos(db, { kind: 'line', id: lineId }, DAMAGE_SECTIONS, addresses),
  ]);
  const receiving = log.map(({ supplier_sku: _, first_at, last_at, ...entry }) => ({
    ...entry,
    first_at: first_at && utcText(first_at),
    last_at: last_at && utcText(last_at),
  }));
  return { ...credit, receiving, photos };
}
