export { setPriceByHand } from './price-by-hand.service.ts';
export { applyFile } from './price-list.service.ts';
export { createPriceLists } from './price-lists.ts';
