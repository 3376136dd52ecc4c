import { Trash2 } from 'lucide-react';

export interface ShownPhoto {
  readonly id: number;
  readonly section: string;
  readonly original_filename: string;
  readonly uploaded_by: string;
  readonly url: string;
  readonly thumbnail_url: string;
}

interface PhotoTilesProps<P extends ShownPhoto> {
  readonly photos: readonly P[];
  /** The sections in their order, with their names. */
  readonly sections: Readonly<Record<P['section'], string>>;
  readonly onRemove: ((photo: P) => void) | undefined;
}

/** The stored photos by section. Each one opens in full size. */
export function PhotoTiles<P extends ShownPhoto>({ photos, sections, onRemove }: PhotoTilesProps<P>) {
  if (photos.length === 0) return <p className="text-muted">No photos yet.</p>;
  return Object.entries<string>(sections)
    .filter(([key]) => photos.some(({ section }) => section === key))
    .map(([key, name]) => (
      <section key={key} aria-label={name} className="grid gap-2">
        <h3 className="font-medium">{name}</h3>
        <ul className="flex flex-wrap gap-2">
          {photos
            .filter(({ section }) => section === key)
            .map((photo) => (
              <Tile key={photo.id} photo={photo} name={`${name}, ${photo.original_filename}`} onRemove={onRemove && (() => onRemove(photo))} />
            ))}
        </ul>
      </section>
    ));
}

function Tile({ photo, name, onRemove }: { photo: ShownPhoto; name: string; onRemove: (() => void) | undefined }) {
  return (
    <li className="relative">
      <a href={photo.url} target="_blank" rel="noreferrer" title={`${photo.original_filename}, ${photo.uploaded_by}`}>
        <img src={photo.thumbnail_url} alt={`${name}: full size`} loading="lazy" className="size-28 rounded-md border border-line object-cover" />
      </a>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-md border border-edge bg-surface text-bad sm:size-8"
        >
          <Trash2 size={16} aria-hidden />
        </button>
      )}
    </li>
  );
}
