import type { Permission } from '../permissions.ts';

interface DocumentType {
  readonly label: string;
  /** Required beside `documents.read`. An export requires the permission of the screen that made it instead. */
  readonly area: Permission;
  /** Required beside `documents.write` to upload, replace or link it. */
  readonly change: Permission;
  /** It shows costs, and requires `costs.read` too. */
  readonly hasCosts?: true;
  /** The retention in days; without it, documents of this type never expire. */
  readonly keepDays?: number;
}

const YEAR = 365;

export const DOCUMENT_TYPES = {
  PO_CSV: { label: 'PO CSV', area: 'purchasing.read', change: 'purchasing.manage', hasCosts: true, keepDays: 7 * YEAR },
  PACKING_LIST: { label: 'Packing list', area: 'purchasing.read', change: 'purchasing.manage', keepDays: 7 * YEAR },
  VENDOR_INVOICE: { label: 'Vendor invoice', area: 'invoices.read', change: 'invoices.write', keepDays: 7 * YEAR },
  CREDIT: { label: 'Credit', area: 'invoices.read', change: 'invoices.write', keepDays: 7 * YEAR },
  CASE_PHOTOS: { label: 'Case photos', area: 'cases.read', change: 'cases.write' },
  EVIDENCE_PACK: { label: 'Evidence pack', area: 'cases.read', change: 'cases.write', hasCosts: true, keepDays: 2 * YEAR },
  LABEL_PDF: { label: 'Label PDF', area: 'stock.read', change: 'stock.write', keepDays: 90 },
  MARKETPLACE_REPORT: { label: 'Marketplace report', area: 'jobs.manage', change: 'jobs.manage', keepDays: 90 },
  PRICE_LIST: { label: 'Price list', area: 'prices.read', change: 'prices.write', hasCosts: true, keepDays: 2 * YEAR },
  FEED_PAYLOAD: { label: 'Feed payload', area: 'listings.read', change: 'listings.sync' },
  EXPORT: { label: 'Export', area: 'audit.read', change: 'documents.write', keepDays: 90 },
  OTHER: { label: 'Other', area: 'documents.read', change: 'documents.write' },
} as const satisfies Record<string, DocumentType>;

export type DocumentTypeName = keyof typeof DOCUMENT_TYPES;
export const DOCUMENT_TYPE_NAMES = Object.keys(DOCUMENT_TYPES) as [DocumentTypeName, ...DocumentTypeName[]];

/** The types that require `costs.read`. */
export const COST_DOCUMENT_TYPES = DOCUMENT_TYPE_NAMES.filter((name) => (DOCUMENT_TYPES[name] as DocumentType).hasCosts);

/** The types that people upload; the application files the others. */
export const UPLOADED_TYPES = ['PO_CSV', 'PACKING_LIST', 'VENDOR_INVOICE', 'CREDIT', 'LABEL_PDF', 'PRICE_LIST', 'OTHER'] as const satisfies DocumentTypeName[];

/** Whether a person may upload, replace and link documents of a type. */
export function mayChangeDocument(type: DocumentTypeName, may: (permission: Permission) => boolean): boolean {
  const { area, change, hasCosts }: DocumentType = DOCUMENT_TYPES[type];
  if (hasCosts && !may('costs.read')) return false;
  // An export's area is that of its screen, which the server checks.
  return may('documents.write') && may(change) && (type === 'EXPORT' || may(area));
}

export const LINK_KINDS = ['PRODUCT', 'PURCHASE_ORDER', 'PACKING_LIST', 'INVOICE', 'CASE', 'ORDER', 'FEED', 'JOB'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** The records that a person may link a document to, and the permission that each requires. */
export const LINKABLE = {
  PRODUCT: { label: 'Product', area: 'catalogue.read' },
  PURCHASE_ORDER: { label: 'Purchase order', area: 'purchasing.read' },
  PACKING_LIST: { label: 'Packing list', area: 'purchasing.read' },
  INVOICE: { label: 'Vendor invoice', area: 'invoices.read' },
  CASE: { label: 'Case', area: 'cases.read' },
  ORDER: { label: 'Order', area: 'orders.read' },
} as const satisfies Partial<Record<LinkKind, { label: string; area: Permission }>>;
export type Linkable = keyof typeof LINKABLE;
export const LINKABLE_KINDS = Object.keys(LINKABLE) as [Linkable, ...Linkable[]];
