import { type DamageSection, type DamageUploadState, damageUpload } from '@stowage/contract/purchasing/damage-photos';
import { bySend, type UploadSource } from './upload-source.ts';

/** Photos of what came broken of a purchase order's line. */
export function damageSource({ lineId, token }: { lineId: number; token: string }): UploadSource<DamageUploadState> {
  const call = bySend(token);
  const params = { lineId };
  return {
    name: `line ${lineId}`,
    open: () => call(damageUpload.open, { params }),
    begin: (photo) => call(damageUpload.begin, { params, body: { ...photo, section: photo.section as DamageSection } }),
    sendPart: (clientPhotoId, offset, body) => call(damageUpload.sendPart, { params: { lineId, clientPhotoId }, query: { offset }, body }),
    remove: async (clientPhotoId) => void (await call(damageUpload.remove, { params: { lineId, clientPhotoId } })),
    finish: async () => (await call(damageUpload.finish, { params })).photos,
  };
}
