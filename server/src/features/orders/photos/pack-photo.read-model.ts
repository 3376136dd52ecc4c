import { PACK_SECTIONS, type PackPhoto, type PackUploadState, PERSONAL_SECTION } from '@stowage/contract/orders/order-photos';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { listAlbumPhotos, type PhotoAddresses, readAlbumState, type UploadLink } from '../../photos/index.ts';

/** Lists the photos of a packed order by section. */
export async function listPackPhotos(db: Database, orderId: string, addresses: Pick<PhotoAddresses, 'of'>): Promise<PackPhoto[]> {
  return listAlbumPhotos(db, { kind: 'order', id: orderId }, PACK_SECTIONS, addresses);
}

/** The state of an upload page for a phone: the items of the order, without the recipient. */
export async function findPackState(
  db: Database,
  { orderId, expiresAt }: Pick<UploadLink, 'expiresAt'> & { orderId: string },
  addresses: PhotoAddresses,
): Promise<PackUploadState> {
  const { rows: items } = await sql<PackUploadState['items'][number]>`
    select coalesce(i.title, i.seller_sku) as title, i.seller_sku as sku,
      (select image_url from catalog_items c where c.asin = upper(i.asin)) as image_url, i.quantity
    from order_items i where i.order_id = ${orderId} order by i.item_id`.execute(db);
  const state = await readAlbumState(db, { album: { kind: 'order', id: orderId }, expiresAt }, PACK_SECTIONS, addresses);
  // Label photos from another phone are hidden, because anyone with the link can open the page.
  return { orderId, items, ...state, photos: state.photos.filter(({ section, can_remove }) => section !== PERSONAL_SECTION || can_remove) };
}
