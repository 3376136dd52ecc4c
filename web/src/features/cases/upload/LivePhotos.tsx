import type { CaseDetail } from '@stowage/contract/cases/case-detail';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { useCase } from '../use-case.ts';

/** Thumbnails of a case's photos, as they arrive. */
export function LivePhotos({ caseId }: { caseId: number }) {
  return (
    <div className="grid content-start gap-2">
      <QueryResult query={useCase(caseId)} failure="The photos could not be loaded" rows={1}>
        {(detail) => <Photos {...detail} />}
      </QueryResult>
    </div>
  );
}

function Photos({ photos, sections }: Pick<CaseDetail, 'photos' | 'sections'>) {
  const total = sections.reduce((sum, { required }) => sum + required, 0);
  return (
    <>
      <p role="status" className="font-medium">
        {photos.length === 0 ? 'No photos uploaded yet' : `${photos.length} ${photos.length === 1 ? 'photo' : 'photos'}`}
        {total > 0 && <span className="font-normal text-muted"> · {total} required</span>}
      </p>
      <ul className="flex flex-wrap gap-2">
        {photos.map((photo) => (
          <li key={photo.id}>
            <a href={photo.url} target="_blank" rel="noreferrer">
              <img
                src={photo.thumbnail_url}
                alt={`${sections.find(({ section }) => section === photo.section)?.name ?? photo.section}, ${photo.original_filename}`}
                className="size-20 rounded border border-line object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
