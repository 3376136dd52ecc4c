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
