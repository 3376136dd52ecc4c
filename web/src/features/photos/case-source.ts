import { type CaseUploadState, cannotTake, caseUpload } from '@stowage/contract/cases/case-photos';
import type { PhotoSection } from '@stowage/contract/cases/case-shots';
import { bySend, type UploadSource } from '../../shared/photos/upload-source.ts';

/** Photos that the claim of a case needs. */
export function caseSource({ caseId, token }: { caseId: number; token: string }): UploadSource<CaseUploadState> {
  const call = bySend(token);
  const params = { caseId };
  return {
    name: `case ${caseId}`,
    open: () => call(caseUpload.open, { params }),
    begin: (photo) => call(caseUpload.begin, { params, body: { ...photo, section: photo.section as PhotoSection } }),
    sendPart: (clientPhotoId, offset, body) => call(caseUpload.sendPart, { params: { caseId, clientPhotoId }, query: { offset }, body }),
    remove: async (clientPhotoId) => void (await call(caseUpload.remove, { params: { caseId, clientPhotoId } })),
    explain: (section, reason) => call(cannotTake, { params, body: { section: section as PhotoSection, reason } }),
    finish: async () => (await call(caseUpload.finish, { params })).photos,
  };
}
