import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VERSION } from '@stowage/contract/version';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { AppError } from '../app-error.ts';
import { createInstallationGauges } from './installation-gauges.ts';
import { registry } from './metrics.ts';

export interface MetricsConfig {
  /** Where `/metrics` has a port of its own. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  /** Opens `/metrics` on the main port. */
  readonly token: string | undefined;
}

type Installation = Parameters<typeof createInstallationGauges>[0];

/** The text of `/metrics`. */
export interface MetricsPage {
  render(): Promise<string>;
}

/** Begins to measure the process itself, which costs something even when nobody reads it. */
export function createMetricsPage({ pool, ...installation }: Installation & { readonly pool: pg.Pool }): MetricsPage {
  measureProcess();
  const gauges = createInstallationGauges(installation);
  return {
    async render() {
      poolConnections.set({ state: 'idle' }, pool.idleCount);
      poolConnections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      poolWaiting.set(pool.waitingCount);
      await gauges.refresh();
      return registry.metrics();
    },
  };
}

const registers = [registry];
const poolConnections = new Gauge({
  name: 'stowage_database_pool_connections',
  help: 'Database connections of this process',
  labelNames: ['state'],
  registers,
});
const poolWaiting = new Gauge({ name: 'stowage_database_pool_waiting', help: 'Work that waits for a database connection of this process', registers });
const build = new Gauge({ name: 'stowage_build_info', help: '1, with the version of Stowage and of Node', labelNames: ['version', 'node'], registers });

let isMeasured = false;

function measureProcess(): void {
  if (isMeasured) return;
  isMeasured = true;
  build.set({ version: VERSION, node: process.version }, 1);
  collectDefaultMetrics({ register: registry });
}

/** Serves `/metrics` on a port of its own. @returns its port, and a function that ends it @throws Error when the port is in use */
export async function listenForMetrics(page: MetricsPage, { host, port }: { host: string; port: number }): Promise<{ port: number; end: () => void }> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return response.writeHead(404).end();
    return page.render().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} of ${host} is in use. Set STOWAGE_METRICS_PORT to another one`) : error),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Serves `/metrics` to callers with the token. */
export function metricsRoute(app: FastifyInstance, { page, token }: { page: MetricsPage; token: NonNullable<MetricsConfig['token']> }): void {
  app.get('/metrics', async (request, reply) => {
    const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(sent), digest(token))) throw new AppError('unauthenticated', 'Send STOWAGE_METRICS_TOKEN as the bearer token');
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await page.render());
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
