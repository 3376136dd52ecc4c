import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { sendError } from './error-handler.ts';

/**
 * Serves the built page: its hashed files for a year, and `index.html` for every other address that a browser
 * navigates to, because the page has its own router. An unknown call answers `not_found`.
 * @param folder what `vite build` wrote; tests may have none
 */
export async function serveSinglePageApp(app: FastifyInstance, folder: string): Promise<void> {
  const indexFile = path.join(folder, 'index.html');
  const index = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : undefined;
  if (index !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?')[0] ?? '';
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|$)/i.test(address) && !path.extname(address);
    if (isPage && index !== undefined) return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index);
    return sendError(new AppError('not_found', `There is nothing at ${request.method} ${address}`), request, reply);
  });
}

/** Serves a page of its own beside the single-page app. @param onShown is told of whoever opens it */
export function servePage(
  app: FastifyInstance,
  { folder, file, path: address, onShown }: { folder: string; file: string; path: string; onShown: (cookies: Cookies) => void },
): void {
  const place = path.join(folder, file);
  const page = existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  app.get(address, (request, reply) => {
    if (page === undefined) throw new AppError('not_found', `There is nothing at GET ${address}`);
    onShown(cookiesOf(request, reply));
    // Its address holds a token: nobody else is told of it.
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').send(page);
  });
}
