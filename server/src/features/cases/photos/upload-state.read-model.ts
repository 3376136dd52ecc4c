import type { CaseUploadState } from '@stowage/contract/cases/case-photos';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { dollars } from '../../../platform/formats/dollars.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import type { PhotoAddresses, UploadLink } from '../../photos/index.ts';
import { listMissingShots, listPhotos, sectionsOf } from '../review/case-detail.read-model.ts';

interface Row {
  item_name: string | null;
  image_url: string | null;
  fnsku: string;
  quantity: number;
  disposition: string | null;
  tracking_number: string;
  expected_amount: string | null;
}

/** The state of the upload page of a case. */
export async function findUploadState(
  db: Database,
  { caseId, sections: requested, expiresAt }: Pick<UploadLink, 'sections' | 'expiresAt'> & { readonly caseId: number },
  addresses: PhotoAddresses,
): Promise<CaseUploadState | undefined> {
  const { rows } = await sql<Row>`
    select c.item_name, i.image_url, c.fnsku, c.quantity, d.name as disposition, c.tracking_number, c.expected_amount
    from return_cases c join return_grades g on g.id = c.grade_id join dispositions d on d.id = g.disposition_id
      left join catalog_items i on i.asin = upper(c.asin)
    where c.id = ${caseId}`.execute(db);
  const [found] = rows;
  if (found === undefined) return undefined;
  const { expected_amount, ...row } = found;
  const photos = await listPhotos(db, caseId);
  const sections = sectionsOf({ ...row, value: dollars(expected_amount), photos, reasons: await listMissingShots(db, caseId) }).filter(
    ({ section }) => requested === null || requested.includes(section),
  );
  return {
    caseId,
    ...row,
    expires_at: utcText(expiresAt),
    sections,
    photos: photos
      .filter(({ section }) => sections.some((one) => one.section === section))
      .map(({ client_photo_id, section, filename, is_finished }) => ({
        clientPhotoId: client_photo_id,
        section,
        thumbnail_url: addresses.of({ album: { kind: 'case', id: caseId }, section, filename }).thumbnail_url,
        can_remove: !is_finished,
      })),
  };
}
