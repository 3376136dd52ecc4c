import type { FiledAs } from '@stowage/contract/endpoint';
import type { Permission } from '@stowage/contract/permissions';

/** A file that is made while it is sent. */
export interface MadeFile {
  readonly name: string;
  readonly mediaType: string;
  readonly as: FiledAs;
  /** What one must be permitted to see it: that of the call that makes it. */
  readonly area: Permission;
  /** null where nobody asked for it. */
  readonly actorId: number | null;
  /** Where it may be made twice: filed once under this. */
  readonly sourceKey?: string;
}

/** Keeps files beside their way to whoever asked for them. */
export interface Filing {
  /**
   * The same content, unchanged; when all of it was taken, it is filed. What can't be kept is logged, and holds nobody up.
   */
  keep<Part extends string | Uint8Array>(file: MadeFile, content: AsyncIterable<Part>): AsyncIterable<Part>;
}
