import { type PackSection, type PackUploadState, packUpload } from '@stowage/contract/orders/order-photos';
import { bySend, type UploadSource } from './upload-source.ts';

/** Photos of how an order is packed. */
export function packSource({ orderId, token }: { orderId: string; token: string }): UploadSource<PackUploadState> {
  const call = bySend(token);
  const params = { orderId };
  return {
    name: `order ${orderId}`,
    open: () => call(packUpload.open, { params }),
    begin: (photo) => call(packUpload.begin, { params, body: { ...photo, section: photo.section as PackSection } }),
    sendPart: (clientPhotoId, offset, body) => call(packUpload.sendPart, { params: { orderId, clientPhotoId }, query: { offset }, body }),
    remove: async (clientPhotoId) => void (await call(packUpload.remove, { params: { orderId, clientPhotoId } })),
    finish: async () => (await call(packUpload.finish, { params })).photos,
  };
}
