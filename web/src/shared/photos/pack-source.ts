import { type PackUploadState, packUpload } from '@stowage/contract/orders/order-photos';
import { createUploadSource, type UploadSource } from './upload-source.ts';

export function packSource({ orderId, token }: { orderId: string; token: string }): UploadSource<PackUploadState> {
  return createUploadSource({ name: `order ${orderId}`, endpoints: packUpload, params: { orderId }, token });
}
