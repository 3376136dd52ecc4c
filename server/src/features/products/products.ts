import type { FastifyInstance } from 'fastify';
import { productRoutes } from './products.routes.ts';

export const createProducts = (deps: Parameters<typeof productRoutes>[1]) => ({
  routes: (app: FastifyInstance) => productRoutes(app, deps),
});
