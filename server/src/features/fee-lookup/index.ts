export { createFeeLookup } from './fee-lookup.ts';
