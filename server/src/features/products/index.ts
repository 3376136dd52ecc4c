export { createProducts } from './products.ts';
