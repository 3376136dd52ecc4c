import type { CaseDetail, UploadCode } from '@stowage/contract/cases/case-detail';
import { isSectionDone } from '@stowage/contract/cases/case-shots';
import { uploadPageAddress } from '@stowage/contract/cases/cases';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import type { LinkService } from '../../photos/index.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import { changeCase } from '../review/case-change.ts';
import { insertEvent } from '../review/case-event.repository.ts';

interface NewCode {
  readonly caseId: number;
  readonly sections?: readonly string[];
  readonly actorId: number;
  /** Derives the same link again, so that a repeated request gets the same answer. */
  readonly from?: string | undefined;
}

/** Creates a link for the photos of a case, in place of the earlier ones. */
export async function mintCaseCode(tx: Database, links: LinkService, { caseId, ...link }: NewCode): Promise<UploadCode> {
  const { token, expiresAt } = await links.mint(tx, { album: { kind: 'case', id: caseId }, ...link });
  return { caseId, qrToken: token, link: uploadPageAddress(caseId, token), expires_at: utcText(expiresAt) };
}

/** Creates a new link on request. @param isMissingOnly requests only the missing photos @throws AppError `nothing_missing` */
export async function renewCaseCode(
  deps: CaseDependencies,
  { qr_case_id: caseId, sections }: CaseDetail,
  isMissingOnly: boolean,
  actorId: number,
): Promise<UploadCode> {
  const missing = sections.filter((section) => section.required > 0 && !isSectionDone(section)).map(({ section }) => section);
  if (isMissingOnly && missing.length === 0) throw new AppError('rule_violated', 'No required photo is missing', { reason: 'nothing_missing' });
  return changeCase(deps, { caseId, change: 'LINK' }, async (tx) => {
    const detail = isMissingOnly ? 'New code for the missing photos' : 'New code for photos';
    await insertEvent(tx, { caseId, kind: 'LINK', detail, actorId, at: deps.clock.now() });
    return mintCaseCode(tx, deps.links, { caseId, actorId, ...(isMissingOnly && { sections: missing }) });
  });
}
