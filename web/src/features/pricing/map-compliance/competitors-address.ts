import { LIST_SEARCH_MAX_LENGTH } from '@stowage/contract/formats/list-search';
import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { addressReader, pageUpTo, textUpTo } from '../../../shared/address-parts.ts';

export const readCompetitorsAddress = addressReader({ q: textUpTo(LIST_SEARCH_MAX_LENGTH), page: pageUpTo(LAST_PAGE) });
export type CompetitorsAddress = ReturnType<typeof readCompetitorsAddress>;
