/**
 * The advisory locks of the platform. Each area declares its own next to the statement that takes it, and
 * `scripts/checks/advisory-locks.test.ts` makes sure that no two purposes share a number.
 */
export const ADVISORY_LOCKS = {
  /** Held while migrations run. */
  migrate: 871_001,
  /** Held for the life of the one server on an embedded database. */
  server: 871_003,
  /** Shared while a worker starts; exclusive while jobs of killed workers are freed. */
  workers: 871_007,
  /** With a worker's id: held for its life. */
  worker: 871_008,
  /** With a fingerprint of the token key: shared by the processes that use it. */
  tokenKey: 871_017,
  /** With a fingerprint of the encryption key: shared by the processes that use it. */
  encryptionKey: 871_018,
  /** With a fingerprint of each encryption key that a process has from its environment, and opens with: shared. */
  opensWith: 871_030,
  /** Held by the one process that does work for all. */
  leader: 871_019,
  /** Held while the role of running processes gets its rights. */
  roles: 871_025,
  /** With a table's hash: held by the database's function `add_partitions`. */
  partitions: 871_026,
} as const;
