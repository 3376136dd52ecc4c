/** Stores objects under names such as `backups/20261123T023000Z/manifest.json.age`: in a folder or in a bucket of S3. */
export interface ObjectStore {
  /** Its address, for messages. */
  readonly address: string;
  /** Stores an object whole or not at all; it replaces one of the same name. */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws ObjectMissingError */
  get(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** The objects whose names start with the prefix, which ends with a slash. In no order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
  /**
   * Removes what a killed `put` left behind.
   * @param isLeft whether nobody writes the object, by its name and the time of the last write
   */
  removeDrafts(isLeft: (name: string, writtenAt: Date) => boolean): Promise<void>;
}

export interface StoredObject {
  readonly name: string;
  readonly bytes: number;
  /** When it was written. */
  readonly at: Date;
}

export class ObjectMissingError extends Error {}
