/** What photos are of: a case, the packing of an order, or what came of a purchase order's line. */
export type PhotoAlbum =
  | { readonly kind: 'case'; readonly id: number }
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'line'; readonly id: number };

/** Where the photos of each kind lie, in the data directory and in addresses. */
const FOLDERS = { case: 'returns', order: 'orders', line: 'purchasing' } as const;

/** `returns/3`, `orders/112-…`. */
export function folderOf({ kind, id }: PhotoAlbum): string {
  return `${FOLDERS[kind]}/${encodeURIComponent(id)}`;
}

export function isSameAlbum(one: PhotoAlbum, other: PhotoAlbum): boolean {
  return one.kind === other.kind && one.id === other.id;
}
