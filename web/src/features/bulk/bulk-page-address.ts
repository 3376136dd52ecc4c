import { BULK_OUTCOMES } from '@stowage/contract/bulk/bulk';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, oneOf, pageUpTo, positive } from '../../shared/address-parts.ts';

/** Reads the address of the page of bulk actions: page number, open action, and the results of its rows that are shown. */
export const readBulkPageAddress = addressReader({ page: pageUpTo(LAST_PAGE), action: positive, outcome: oneOf(...BULK_OUTCOMES) });
export type BulkPageAddress = ReturnType<typeof readBulkPageAddress>;
