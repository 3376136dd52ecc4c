import { PACK_SECTION_KEYS, PACK_SECTIONS, type PackPhoto, type PackSection, type PackUploadState } from '@stowage/contract/order-photos';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { utcText } from '../../../platform/utc-text.ts';
import type { PhotoAddresses, UploadLink } from '../../photos/index.ts';

interface Row {
  id: number;
  section: PackSection;
  filename: string;
  original_filename: string;
  client_photo_id: string;
  uploaded_at: Date;
  taken_at: string | null;
  uploaded_by: string;
  is_finished: boolean;
}

/** The photos of how an order was packed, section by section. Plan: the order's range of the index. */
export async function listPackPhotos(db: Database, orderId: string, addresses: PhotoAddresses): Promise<PackPhoto[]> {
  return (await readPhotos(db, orderId)).map((row) => ({
    id: row.id,
    section: row.section,
    original_filename: row.original_filename,
    uploaded_at: utcText(row.uploaded_at),
    uploaded_by: row.uploaded_by,
    taken_at: row.taken_at,
    ...addresses.of({ album: { kind: 'order', id: orderId }, section: row.section, filename: row.filename }),
  }));
}

/** What a phone is shown of an order: what goes into the box, and nothing of whom it goes to. */
export async function findPackState(
  db: Database,
  { orderId, expiresAt }: Pick<UploadLink, 'expiresAt'> & { orderId: string },
  addresses: PhotoAddresses,
): Promise<PackUploadState> {
  const { rows: items } = await sql<PackUploadState['items'][number]>`
    select coalesce(i.title, i.seller_sku) as title, i.seller_sku as sku,
      (select image_url from catalogue_items c where c.asin = upper(i.asin)) as image_url, i.quantity
    from order_items i where i.order_id = ${orderId} order by i.item_id`.execute(db);
  const photos = await readPhotos(db, orderId);
  return {
    orderId,
    items,
    expires_at: utcText(expiresAt),
    sections: PACK_SECTION_KEYS.map((section) => ({
      section,
      name: PACK_SECTIONS[section],
      required: 0,
      taken: photos.filter((photo) => photo.section === section).length,
      cannot_take: null,
    })),
    photos: photos.map(({ client_photo_id, section, filename, is_finished }) => ({
      clientPhotoId: client_photo_id,
      section,
      thumbnail_url: addresses.of({ album: { kind: 'order', id: orderId }, section, filename }).thumbnail_url,
      can_remove: !is_finished,
    })),
  };
}

async function readPhotos(db: Database, orderId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.section, p.filename, p.original_filename, p.client_photo_id, p.uploaded_at, to_char(p.taken_at, 'YYYY-MM-DD HH24:MI:SS') as taken_at,
      coalesce('By the link of ' || m.name, 'By a link') as uploaded_by, l.id is null or l.finished_at is not null as is_finished
    from photos p left join upload_links l on l.id = p.link_id left join users m on m.id = l.created_by
    where p.order_id = ${orderId} and p.deleted_at is null order by p.id`.execute(db);
  return rows.sort((a, b) => PACK_SECTION_KEYS.indexOf(a.section) - PACK_SECTION_KEYS.indexOf(b.section) || a.id - b.id);
}
