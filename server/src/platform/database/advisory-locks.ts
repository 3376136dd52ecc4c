/** Every advisory lock of the product, so that no two purposes share a number. */
export const ADVISORY_LOCKS = {
  /** Held while migrations run. */
  migrate: 871_001,
  /** Held while demo data is created. */
  demo: 871_002,
  /** Held for the life of the one server on an embedded database. */
  server: 871_003,
  /** Held while a feed is submitted. */
  feeds: 871_004,
  /** With a lane's number: held while an import adds missing products. */
  catalog: 871_005,
  /** With a location's id: shared by audits of it, exclusive while a count of it is posted. */
  countedLocation: 871_006,
  /** Shared while a worker starts; exclusive while jobs of killed workers are freed. */
  workers: 871_007,
  /** With a worker's id: held for its life. */
  worker: 871_008,
  /** Held while MAP snapshots are written, and while competitors are renamed. */
  mapSnapshots: 871_009,
  /** Held while a file of purchase orders is saved. */
  purchaseOrders: 871_010,
  /** Shared while a document's file and row are written; exclusive while old ones are purged. */
  documents: 871_011,
  /** With a vendor's number below 1024: held while one of the vendor's invoices gets its number or is approved, paid or voided. */
  invoiceNumbers: 871_012,
  /** Held while the first administrator is created. */
  administrator: 871_013,
  /** With a person's id: held while they are shown a buyer's data. */
  buyerData: 871_014,
  /** Held while a backup is taken. */
  backup: 871_015,
  /** Held while WAL and files are shipped, and while old backups are removed. */
  backupShipping: 871_016,
  /** With a fingerprint of the token key: shared by the processes that use it. */
  tokenKey: 871_017,
  /** With a fingerprint of the encryption key: shared by the processes that use it. */
  encryptionKey: 871_018,
  /** Held by the one process that does work for all. */
  leader: 871_019,
  /** Held while files are moved between the disk and S3. */
  fileMove: 871_020,
  /** Held while keys are rotated. */
  keyRotation: 871_024,
  /** Held while the endpoints of webhooks change. */
  webhooks: 871_023,
  /** Held while roles, people's roles and access change. */
  access: 871_021,
  /** Held while the role of running processes gets its rights. */
  roles: 871_025,
  /** With a table's hash: held by the database's function `add_partitions`. */
  partitions: 871_026,
  /** Held by `stowage archive`. */
  archive: 871_027,
  /** Held while a draft of a purchase order gets its number. */
  draftNumbers: 871_028,
  /** With an action's id: held by a step of an action for many records, and by its stop and undo, which take turns. */
  bulk: 871_029,
  /** Held by the session that creates an index. */
  indexCreation: 871_090,
} as const;
