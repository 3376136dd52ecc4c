/** Every advisory lock of the product, so that no two meanings share a number. */
export const ADVISORY_LOCKS = {
  /** Held while migrations run. */
  migrate: 871_001,
  /** Held while demo data is laid. */
  demo: 871_002,
  /** Held for the life of the one server on an embedded database. */
  server: 871_003,
  /** Held while a feed is submitted. */
  feeds: 871_004,
  /** With a lane's number: held while an import adds products that the catalogue lacks. */
  catalogue: 871_005,
  /** With a location's id: shared while somebody audits it, alone while a count of it is posted. */
  countedLocation: 871_006,
  /** Shared while a worker starts; alone while jobs of killed workers are freed. */
  workers: 871_007,
  /** With a worker's id: held for its life. */
  worker: 871_008,
  /** Held while MAP snapshots are kept, and while competitors change their names. */
  mapSnapshots: 871_009,
  /** Held while a file of purchase orders is saved. */
  purchaseOrders: 871_010,
  /** Shared while a document's file and row are kept; alone while old ones are forgotten. */
  documents: 871_011,
  /** With a vendor's number below 1024: held while an invoice of theirs gets its number, or is decided about. */
  invoiceNumbers: 871_012,
  /** Held by the session that makes an index. */
  indexCreation: 871_090,
} as const;
