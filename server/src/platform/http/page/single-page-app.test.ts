import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { useErrorHandler } from '../error-handler.ts';
import { serveSinglePageApp } from './single-page-app.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-page-'));
mkdirSync(path.join(folder, 'assets'));
const FILES: Record<string, string | Buffer> = {
  'index.html': '<title>Stowage</title>',
  'icon.svg': '<svg/>',
  'assets/main-1a2b.js': 'run()',
  'assets/main-1a2b.js.gz': gzipSync('run()'),
  'assets/main-1a2b.js.map': '{}',
  'assets/main-1a2b.js.map.gz': gzipSync('{}'),
};
for (const [name, content] of Object.entries(FILES)) writeFileSync(path.join(folder, name), content);
const app = Fastify();
useErrorHandler(app, pino({ level: 'silent' }));
await serveSinglePageApp(app, folder);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = async (url: string, headers = {}) => {
  const { statusCode, body, rawPayload, headers: answered } = await app.inject({ method: 'GET', url, headers });
  return { statusCode, body, rawPayload, cached: answered['cache-control'], encoding: answered['content-encoding'] };
};

describe('the built page', () => {
  it('serves files with a hash in their name for a year, compressed when they were, and others to be asked for again', async () => {
    expect(await get('/assets/main-1a2b.js')).toMatchObject({ statusCode: 200, body: 'run()', cached: 'public, max-age=31536000, immutable' });
    const compressed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' });
    expect(compressed).toMatchObject({ statusCode: 200, encoding: 'gzip', rawPayload: FILES['assets/main-1a2b.js.gz'] });
    expect(await get('/icon.svg')).toMatchObject({ statusCode: 200, body: '<svg/>', cached: 'no-cache' });
  });

  it('is sent at every address that a person opens', async () => {
    for (const url of ['/', '/sfinventory', '/orders/1?tab=photos', '/assets']) {
      expect(await get(url), url).toMatchObject({ statusCode: 200, body: FILES['index.html'], cached: 'no-cache' });
    }
  });

  it.each([
    '/assets/main-1a2b.js.map',
    '/assets/main-1a2b.js.map.gz',
    '/assets/main-0000.js',
    '/assets/../index.html.bak',
    '/assets/..%2ficon.svg',
    '/..%2f..%2fetc%2fpasswd.txt',
    '/missing.svg',
    '/api/unknown',
  ])('has nothing at %s', async (url) => {
    const { statusCode, body } = await get(url);
    expect([statusCode, JSON.parse(body).error?.code]).toEqual([404, 'not_found']);
  });

  it.each(['/assets/', '/assets/..%5cicon.svg'])('refuses %s', async (url) => {
    const { statusCode, body } = await get(url);
    expect([statusCode, JSON.parse(body).error?.code]).toEqual([403, 'invalid_input']);
  });
});
