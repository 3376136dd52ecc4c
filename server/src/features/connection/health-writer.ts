import type { Marketplace } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import { saveHealth } from './health.repository.ts';

const FLUSH_EVERY_MS = 5_000;

type Health = ReturnType<Marketplace['health']>[number];

/** Stores the changed health of this process's marketplace calls every few seconds. */
export function startHealthWriter(
  { db, clock, logger }: Pick<Context, 'db' | 'clock' | 'logger'>,
  current: () => Marketplace | undefined,
): { flush(): Promise<void>; close(): Promise<void> } {
  let written = new Map<string, string>();
  let writtenOf: Marketplace | undefined;
  const flush = async () => {
    const marketplace = current();
    if (marketplace === undefined) return;
    if (marketplace !== writtenOf) written = new Map();
    writtenOf = marketplace;
    const changed = marketplace.health().filter((health) => wasCalled(health) && written.get(health.operation) !== fingerprint(health));
    await saveHealth(db, changed, clock.now());
    for (const health of changed) written.set(health.operation, fingerprint(health));
  };
  const timer = setInterval(() => {
    flush().catch((error: unknown) => logger.warn({ err: error }, 'the health of the marketplace could not be stored'));
  }, FLUSH_EVERY_MS);
  timer.unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const wasCalled = ({ lastSuccessAt, lastErrorAt }: Health) => lastSuccessAt !== undefined || lastErrorAt !== undefined;
const fingerprint = ({ lastSuccessAt, lastErrorAt, rate }: Health) => [lastSuccessAt?.getTime(), lastErrorAt?.getTime(), rate].join(' ');
