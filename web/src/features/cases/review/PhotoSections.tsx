import { type CaseDetail, type CaseSection, getQrCase, mintUploadCode } from '@stowage/contract/cases/case-detail';
import { casePdf, caseZip } from '@stowage/contract/cases/case-photos';
import { isSectionDone } from '@stowage/contract/cases/case-shots';
import { documentPage } from '@stowage/contract/documents/documents';
import { messageOf } from '@stowage/contract/errors';
import { QrCode } from 'lucide-react';
import { download, downloadFrom } from '../../../api/download.ts';
import { pause } from '../../../api/pause.ts';
import { useCommand, useInvalidate } from '../../../api/query.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { UploadQr } from '../../../shared/photos/UploadQr.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';

/** Browsers drop downloads that start too close together. */
const DOWNLOAD_PAUSE_MS = 300;

/** The photos of a case by section, with downloads and new upload codes. */
export function PhotoSections({ detail }: { detail: CaseDetail }) {
  const { qr_case_id: id, photos, sections } = detail;
  const mint = useCommand(mintUploadCode, [getQrCase]);
  // Before the first photo, only the reasons for missing photos are shown.
  const isShown = ({ section, required, cannot_take }: CaseSection) =>
    photos.length === 0 ? cannot_take !== null : required > 0 || cannot_take !== null || photos.some((photo) => photo.section === section);
  const isMissing = sections.some((section) => section.required > 0 && !isSectionDone(section));
  const invalidate = useInvalidate();
  // The evidence is filed among the case's documents.
  const showFiled = () => void invalidate(documentPage);
  const problem = (error: unknown) => `The file could not be created: ${messageOf(error)}`;
  return (
    <section aria-label="Photos" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-semibold">Photos</h4>
        <div className="flex flex-wrap gap-2">
          {photos.length > 0 && <SaveFileButton size="small" label="Download All Photos" save={() => downloadAll(detail)} problem={problem} />}
          <SaveFileButton
            size="small"
            label="Evidence ZIP"
            save={() => download(caseZip, { params: { id } }, `case-${id}.zip`).finally(showFiled)}
            problem={problem}
          />
          <SaveFileButton
            size="small"
            label="Evidence PDF"
            save={() => download(casePdf, { params: { id } }, `case-${id}.pdf`).finally(showFiled)}
            problem={problem}
          />
          <Button size="small" disabled={mint.isPending} onClick={() => mint.mutate({ params: { id }, body: { missingOnly: false } })}>
            <QrCode size={14} aria-hidden /> New code
          </Button>
          {isMissing && (
            <Button size="small" disabled={mint.isPending} onClick={() => mint.mutate({ params: { id }, body: { missingOnly: true } })}>
              <QrCode size={14} aria-hidden /> New code for missing photos
            </Button>
          )}
        </div>
      </div>
      {mint.isError && <Banner tone="bad">Error: Failed to generate QR code. Please try again. ({mint.error.message})</Banner>}
      {mint.data !== undefined && <UploadQr code={mint.data} of={`case ${id}`} />}
      {photos.length === 0 && <p className="text-muted">No photos uploaded yet</p>}
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {sections.filter(isShown).map(({ section, name, required, taken, cannot_take }) => (
          <section key={section} aria-label={name} className="grid content-start gap-2">
            <h5 className="font-medium">
              {name}{' '}
              <span className="font-normal text-muted">
                {taken}
                {required > 0 && ` of ${required}`}
              </span>
            </h5>
            {cannot_take !== null && <p className="text-[13px] text-muted">Cannot be taken: {cannot_take}</p>}
            <ul className="flex flex-wrap gap-2">
              {photos
                .filter((photo) => photo.section === section)
                .map((photo) => (
                  <li key={photo.id}>
                    <a href={photo.url} target="_blank" rel="noreferrer" title={`${photo.original_filename}, ${photo.uploaded_by}`}>
                      <img
                        src={photo.thumbnail_url}
                        alt={`${name}, ${photo.original_filename}: full size`}
                        loading="lazy"
                        className="size-28 rounded-md border border-line object-cover"
                      />
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

/** Downloads one file after another, and skips those that fail. */
async function downloadAll({ photos, qr_case_id }: CaseDetail): Promise<void> {
  let skipped = 0;
  for (const [index, photo] of photos.entries()) {
    if (index > 0) await pause(DOWNLOAD_PAUSE_MS);
    await downloadFrom(photo.url, `case-${qr_case_id}-${photo.filename}`).catch(() => {
      skipped += 1;
    });
  }
  if (skipped > 0) toast('bad', `${skipped} of ${photos.length} photos could not be downloaded`);
}
