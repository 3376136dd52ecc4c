export { createSearch } from './search.ts';
