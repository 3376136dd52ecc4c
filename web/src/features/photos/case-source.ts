import { type CaseUploadState, cannotTake, caseUpload } from '@stowage/contract/cases/case-photos';
import type { PhotoSection } from '@stowage/contract/cases/case-shots';
import { send } from '../../api/send.ts';
import { createUploadSource, type UploadSource } from '../../shared/photos/upload-source.ts';

export function caseSource({ caseId, token }: { caseId: number; token: string }): UploadSource<CaseUploadState> {
  const params = { caseId };
  return createUploadSource<CaseUploadState>({
    ...{ name: `case ${caseId}`, endpoints: caseUpload, params, token },
    explain: (section, reason) => send(cannotTake, { params, body: { section: section as PhotoSection, reason } }, token) as Promise<CaseUploadState>,
  });
}
