import { type DamageUploadState, damageUpload } from '@stowage/contract/purchasing/damage-photos';
import { createUploadSource, type UploadSource } from './upload-source.ts';

export function damageSource({ lineId, token }: { lineId: number; token: string }): UploadSource<DamageUploadState> {
  return createUploadSource({ name: `line ${lineId}`, endpoints: damageUpload, params: { lineId }, token });
}
