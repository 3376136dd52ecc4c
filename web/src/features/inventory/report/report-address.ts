import { addressReader, day, oneOf, text } from '../../../shared/address-parts.ts';

/** Reads the report's address: the tab, the search, the open location, the SKU filter, and the day (now when absent). */
export const readReportAddress = addressReader({ tab: oneOf('adjustments', 'value'), q: text, location: text, sku: text, day });
export type ReportAddress = ReturnType<typeof readReportAddress>;
