import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { type Cookies, cookiesOf } from '../cookies.ts';
import { sendError } from '../error-handler.ts';

/** The folder of the files whose names contain a hash of their content. */
const ASSETS = 'assets';

/**
 * Serves the built page: its hashed files for a year, and `index.html` for every other address that a browser
 * navigates to, because the page has its own router. An unknown call answers `not_found`.
 * @param folder what `vite build` wrote; tests may have none
 */
export async function serveSinglePageApp(app: FastifyInstance, folder: string): Promise<void> {
  const indexFile = path.join(folder, 'index.html');
  const index = existsSync(indexFile) ? readFileSync(indexFile, 'utf8') : undefined;
  if (index !== undefined) {
    const served = { index: false, preCompressed: true } as const;
    // One route for all of them: a route for each of the hundreds of files took a tenth of the start of the process.
    await app.register(fastifyStatic, {
      ...served,
      root: path.join(folder, ASSETS),
      prefix: `/${ASSETS}/`,
      // The source of the page is for its developers.
      allowedPath: (file) => !/\.map(\.|$)/.test(file),
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
    await app.register(fastifyStatic, {
      ...served,
      root: folder,
      decorateReply: false,
      wildcard: false,
      globIgnore: [`${ASSETS}/**`, '**/*.map', '**/*.map.*'],
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?')[0] ?? '';
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|$)/i.test(address) && !path.extname(address);
    if (isPage && index !== undefined) return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index);
    return sendError(new AppError('not_found', `There is nothing at ${request.method} ${address}`), request, reply);
  });
}

/** A page next to the single-page app, which a phone opens by a link. */
export interface PhonePage {
  readonly path: string;
  /** In the folder of the built page. */
  readonly file: string;
  /** Runs for each visitor, before the page is sent. */
  readonly onShown: (cookies: Cookies) => void;
}

export function servePage(app: FastifyInstance, folder: string, { file, path: address, onShown }: PhonePage): void {
  const place = path.join(folder, file);
  const page = existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  app.get(address, (request, reply) => {
    if (page === undefined) throw new AppError('not_found', `There is nothing at GET ${address}`);
    onShown(cookiesOf(request, reply));
    // The address holds a token, which no other site may learn.
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').send(page);
  });
}
