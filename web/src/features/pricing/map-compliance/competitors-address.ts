import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, pageUpTo, textUpTo } from '../../../shared/address-parts.ts';

export const readCompetitorsAddress = addressReader({ q: textUpTo(100), page: pageUpTo(LAST_PAGE) });
export type CompetitorsAddress = ReturnType<typeof readCompetitorsAddress>;
