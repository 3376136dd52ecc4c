import type { Permission } from '@stowage/contract/permissions';

/** A range of bytes, the first and the last included. */
export interface BytePart {
  readonly first: number;
  readonly last: number;
}

/** Stored content of known size, whose parts can be read separately. */
export interface StoredContent {
  readonly bytes: number;
  /** Identifies the content; only printable ASCII, without quotes. */
  readonly mark: string;
  /** Opens all of it or a part. */
  read(part?: BytePart): Promise<AsyncIterable<Uint8Array>>;
}

/** What an endpoint of the format `file` answers. */
export interface ServedFile {
  readonly mediaType: string;
  /** The name under which the browser saves it. */
  readonly name: string;
  /** Made while it is sent, or stored. */
  readonly content: AsyncIterable<Uint8Array> | StoredContent;
  /** Set for a file that is shown rather than saved: how long the browser may cache it; 0 for not at all. */
  readonly shownForSeconds?: number;
}

/** A CSV export on its way to the person who asked for it. */
export interface Export {
  readonly name: string;
  /** The permission of the call that makes it. */
  readonly permission: Permission;
  readonly actorId: number;
  readonly requestId: string;
}

/** Sees every export while it is sent. @returns the same lines, unchanged */
export type ExportTap = (made: Export, lines: AsyncIterable<string>) => AsyncIterable<string>;
