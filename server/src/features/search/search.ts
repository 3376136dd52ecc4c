import type { FastifyInstance } from 'fastify';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { searchRoutes } from './search.routes.ts';
import { createSearchService } from './search.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  /** The time limit for a statement; by default the usual one. */
  readonly searchLimitMs?: number;
}

export const createSearch = ({ db, searchLimitMs: limitMs }: Dependencies) => ({
  routes: (app: FastifyInstance) => searchRoutes(app, createSearchService({ db, limitMs })),
});
