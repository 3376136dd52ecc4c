import type { UploadAddress } from './use-upload.ts';

/** @returns undefined where a part is missing */
export function readUploadAddress(search: string): UploadAddress | undefined {
  const parts = new URLSearchParams(search);
  const token = parts.get('QRToken') ?? '';
  const caseId = parts.get('caseId') ?? '';
  return token !== '' && /^[1-9]\d{0,14}$/.test(caseId) ? { token, caseId: Number(caseId) } : undefined;
}
