import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { DAMAGE_SECTIONS, type DamageSection, type DamageUploadState } from '@stowage/contract/purchasing/damage-photos';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { type AlbumOwner, countPhotos, type PhotoAddresses, type PhotoAlbum, readAlbumState } from '../../photos/index.ts';
import { refuseLastPhoto } from './damage-evidence.ts';
import { lockPhotoLine, requirePhotoLine } from './photo-line.repository.ts';

export function damageAlbum(lineId: number): PhotoAlbum {
  return { kind: 'line', id: lineId };
}

/** The albums of damage photos, one per purchase order line. The audit log records each link and each photo; no photo is required. */
export function createDamageAlbums({ topics, addresses }: { topics: Topics; addresses: PhotoAddresses }): AlbumOwner<DamageUploadState> {
  return {
    sectionName: (section) => DAMAGE_SECTIONS[section as DamageSection],
    async lock(tx, album) {
      await lockPhotoLine(tx, Number(album.id));
      return { photoCount: await countPhotos(tx, album) };
    },
    publish: () => topics.publish(purchaseMoneyTopic, { change: 'CREDIT', id: null }),
    count: async (tx, album, change) => {
      if (change < 0) await refuseLastPhoto(tx, Number(album.id));
    },
    record: (tx, album, { kind, detail }) => writeAuditEntry(tx, { action: kind, record: { kind: 'purchase_order_lines', id: album.id }, after: { detail } }),
    async state(db, link) {
      const { po_number, supplier_sku, product_name } = await requirePhotoLine(db, Number(link.album.id));
      return { lineId: Number(link.album.id), po_number, supplier_sku, product_name, ...(await readAlbumState(db, link, DAMAGE_SECTIONS, addresses)) };
    },
    finished: async () => {},
  };
}
