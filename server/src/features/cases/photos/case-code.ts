import { type UploadCode, uploadPageAddress } from '@stowage/contract/cases/cases';
import type { Database } from '../../../platform/database/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import type { LinkService } from '../../photos/index.ts';

interface Wanted {
  readonly caseId: number;
  readonly sections?: readonly string[];
  readonly actorId: number;
  /** What the same link is made of again, should its answer be lost. */
  readonly from?: string | undefined;
}

/** A link for the photos of a case, in place of those before it. */
export async function mintCaseCode(tx: Database, links: LinkService, { caseId, ...wanted }: Wanted): Promise<UploadCode> {
  const { token, expiresAt } = await links.mint(tx, { album: { kind: 'case', id: caseId }, ...wanted });
  return { caseId, qrToken: token, link: uploadPageAddress(caseId, token), expires_at: utcText(expiresAt) };
}
