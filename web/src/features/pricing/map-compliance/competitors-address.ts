import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, pageUpTo, text } from '../../../shared/address-parts.ts';

export const readCompetitorsAddress = addressReader({ q: text, page: pageUpTo(LAST_PAGE) });
export type CompetitorsAddress = ReturnType<typeof readCompetitorsAddress>;
