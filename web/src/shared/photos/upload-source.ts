import type { Endpoint } from '@stowage/contract/endpoint';
import { type PackUploadState, packUpload } from '@stowage/contract/orders/order-photos';
import type { PhotoSectionState, UploadedPhoto, UploadState } from '@stowage/contract/photos/photo-uploads';
import { type DamageUploadState, damageUpload } from '@stowage/contract/purchasing/damage-photos';
import { send } from '../../api/send.ts';

interface UploadProgress {
  readonly offset: number;
  readonly photo: UploadedPhoto | null;
}

interface AnnouncedPhoto {
  readonly clientPhotoId: string;
  readonly section: string;
  readonly filename: string;
  readonly size: number;
  readonly sha256?: string;
  readonly takenAt?: string;
}

/** The server's side of the photos of one record, authorized by the token of a link. */
export interface UploadSource<S extends UploadState = UploadState> {
  /** The record as people call it, such as `case 3`. Photos that wait on this device are stored under it. */
  readonly name: string;
  open(): Promise<S>;
  begin(photo: AnnouncedPhoto): Promise<UploadProgress>;
  sendPart(clientPhotoId: string, offset: number, part: Uint8Array<ArrayBuffer>): Promise<UploadProgress>;
  remove(clientPhotoId: string): Promise<void>;
  /** Records why a photo of a section can't be taken, for records that allow it. */
  readonly explain?: (section: PhotoSectionState['section'], reason: string | null) => Promise<S>;
  /** @returns the number of photos */
  finish(): Promise<number>;
}

interface SourceOptions {
  readonly name: string;
  /** What `uploadEndpoints` of the contract returns. */
  readonly endpoints: Readonly<Record<'open' | 'begin' | 'sendPart' | 'remove' | 'finish', Endpoint>>;
  readonly params: Readonly<Record<string, string | number>>;
  readonly token: string;
  readonly explain?: Endpoint;
}

/** @typeParam S what the endpoints return for `open` and `explain` */
export function uploadSource<S extends UploadState>({ name, endpoints, params, token, explain }: SourceOptions): UploadSource<S> {
  const call = <T>(endpoint: Endpoint, input: object = {}, photo: object = {}) =>
    send(endpoint, { params: { ...params, ...photo }, ...input }, token) as Promise<T>;
  return {
    name,
    open: () => call(endpoints.open),
    begin: (photo) => call(endpoints.begin, { body: photo }),
    sendPart: (clientPhotoId, offset, body) => call(endpoints.sendPart, { query: { offset }, body }, { clientPhotoId }),
    remove: (clientPhotoId) => call(endpoints.remove, {}, { clientPhotoId }),
    ...(explain && { explain: (section: string, reason: string | null) => call<S>(explain, { body: { section, reason } }) }),
    finish: async () => (await call<{ photos: number }>(endpoints.finish)).photos,
  };
}

/** Photos of damaged units of a purchase order's line. */
export function damageSource({ lineId, token }: { lineId: number; token: string }): UploadSource<DamageUploadState> {
  return uploadSource({ name: `line ${lineId}`, endpoints: damageUpload, params: { lineId }, token });
}

/** Photos of a packed order. */
export function packSource({ orderId, token }: { orderId: string; token: string }): UploadSource<PackUploadState> {
  return uploadSource({ name: `order ${orderId}`, endpoints: packUpload, params: { orderId }, token });
}
