import { PACK_SECTIONS, type PackSection, type PackUploadState } from '@stowage/contract/orders/order-photos';
import { ordersTopic } from '@stowage/contract/orders/orders';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { type AlbumOwner, countPhotos, type PhotoAddresses, type PhotoAlbum } from '../../photos/index.ts';
import { insertEvent, lockOrder } from '../order.repository.ts';
import { findPackState } from './pack-photo.read-model.ts';

const orderIdOf = ({ id }: PhotoAlbum) => String(id);

export function packAlbum(orderId: string): PhotoAlbum {
  return { kind: 'order', id: orderId };
}

/** Photos of packed orders. They are recorded in the order's timeline, and none of them is required. */
export function createPackAlbums({ topics, addresses }: { topics: Topics; addresses: PhotoAddresses }): AlbumOwner<PackUploadState> {
  return {
    sectionName: (section) => PACK_SECTIONS[section as PackSection],
    async lock(tx, album) {
      await lockOrder(tx, orderIdOf(album));
      return { photoCount: await countPhotos(tx, album) };
    },
    publish: (album) => topics.publish(ordersTopic, { orderId: orderIdOf(album), change: 'PHOTOS', actor: null }),
    count: async () => {},
    record: (tx, album, event) => insertEvent(tx, { orderId: orderIdOf(album), ...event, actorId: null }),
    state: (db, { album, expiresAt }) => findPackState(db, { orderId: orderIdOf(album), expiresAt }, addresses),
    finished: async () => {},
  };
}
