/** The record that photos belong to: a case, a packed order, or a purchase order line. */
export type PhotoAlbum =
  | { readonly kind: 'case'; readonly id: number }
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'line'; readonly id: number };

/** The folder of each kind of album, in the data directory and in addresses. */
const FOLDERS = { case: 'returns', order: 'orders', line: 'purchasing' } as const;

/** `returns/3`, `orders/112-…`. */
export function folderOf({ kind, id }: PhotoAlbum): string {
  return `${FOLDERS[kind]}/${encodeURIComponent(id)}`;
}

export function isSameAlbum(one: PhotoAlbum, other: PhotoAlbum): boolean {
  return one.kind === other.kind && one.id === other.id;
}

/** A photo of an album, in a section `S`. */
export interface AlbumPhoto<S> {
  readonly id: number;
  readonly section: S;
  readonly filename: string;
  readonly original_filename: string;
  readonly client_photo_id: string;
  readonly uploaded_at: Date;
  readonly taken_at: string | null;
  /** The person who uploaded the photo; null for a phone. */
  readonly uploader: string | null;
  /** The person who created the phone's link. */
  readonly link_owner: string | null;
  readonly original_sha256: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Whether the photo was submitted, or was not uploaded with a link. */
  readonly is_finished: boolean;
}
