import { numberText } from '@stowage/contract/formats/text/number-text';
import { HttpConnection } from './harness/http-connection.ts';
import { describe, measure, printTable, type Round } from './harness/measure.ts';
import { Product } from './harness/product.ts';
import { startSimulator } from './harness/simulator.ts';

/**
 * A hundred strangers, each with its own address, look up the fees of ten thousand ASINs at the limit per address, while a
 * signed-in user works and sometimes looks up a fee. The simulator enforces the marketplace's rate limits.
 */
const STRANGERS = 100;
const ASINS = 10_000;
const SECONDS = 30;
/** The limit per address; faster calls would reach it before the marketplace's limit matters. */
const STRANGER_EVERY_MS = 2_000;
/** How often the signed-in user looks up an unknown fee. */
const OWN_EVERY_MS = 2_500;
/** The marketplace's limit of estimates by ASIN: per second, and burst. */
const RATE = 1;
const BURST = 2;

const simulator = await startSimulator({ rateScale: 1 });
Object.assign(process.env, {
  STOWAGE_DEMO: 'off',
  // The strangers' addresses are sent like a proxy sends them.
  STOWAGE_TRUSTED_PROXIES: '127.0.0.1',
  SP_API_BASE_URL: simulator.url,
  LWA_TOKEN_URL: `${simulator.url}/auth/o2/token`,
  SP_API_REFRESH_TOKEN: 'r',
  SP_API_CLIENT_ID: 'c',
  SP_API_CLIENT_SECRET: 's',
  SP_API_SELLER_ID: 'A1STOWAGEDEMO',
});
const product = new Product();
await product.start();

const work = async () => void (await product.call(0, 'POST', '/api/localinventoryreport', {}));
await measure(1, 1, work);
const alone = await measure(1, 5, work);
const ownAlone = await measure(1, SECONDS, lookUpOwn, OWN_EVERY_MS);
const askedBefore = (await estimates()).length;

let isOver = false;
const answers = new Map<string, number>();
const started = Date.now();
const crowd = Promise.all(Array.from({ length: STRANGERS }, (_, nth) => stranger(nth)));
const [beside, own] = await Promise.all([measure(1, SECONDS, work), measure(1, SECONDS, lookUpOwn, OWN_EVERY_MS)]);
isOver = true;
await crowd;
const seconds = (Date.now() - started) / 1000;

const asked = (await estimates()).slice(askedBefore);
const refused = asked.filter(({ status }) => status === 429).length;
const allowed = Math.floor(BURST + RATE * seconds);
printTable('A signed-in user', [
  row('a page, no other users', alone),
  row(`the same page, ${STRANGERS} visitors`, beside),
  row('an unknown fee, no other users', ownAlone),
  row(`the same, ${STRANGERS} visitors`, own),
]);
printTable(`${numberText(ASINS)} ASINs asked for by ${STRANGERS} strangers in ${seconds.toFixed(0)} s`, [
  {
    ...Object.fromEntries([...answers].toSorted().map(([what, count]) => [`answered: ${what}`, numberText(count)])),
    'calls of the marketplace': `${asked.length} (allowed: ${allowed})`,
    'refused calls': String(refused),
  },
]);
await product.stop();
product.remove();
simulator.process.kill('SIGTERM');
if (asked.length > allowed || refused > 0) throw new Error('The quota was exceeded');

function row(what: string, round: Round): Record<string, string> {
  return { what, ...describe(round) };
}

async function stranger(nth: number): Promise<void> {
  const connection = new HttpConnection(product.port);
  await new Promise((resolve) => setTimeout(resolve, (nth / STRANGERS) * STRANGER_EVERY_MS));
  for (let turn = nth; !isOver; turn = (turn + STRANGERS) % ASINS) {
    const url = `/api/public/fba-fee?asin=B${String(turn).padStart(9, '0')}`;
    const what = await connection.send('GET', url, { 'x-forwarded-for': `198.51.100.${nth}` }).then(
      () => 'fee',
      (error: Error) => error.message.match(/^HTTP\/1\.1 (\d+)/)?.[1] ?? 'broken',
    );
    answers.set(what, (answers.get(what) ?? 0) + 1);
    await new Promise((resolve) => setTimeout(resolve, STRANGER_EVERY_MS));
  }
  connection.close();
}

async function estimates() {
  return (await simulator.journal()).filter(({ operation }) => operation === 'getMyFeesEstimateForASIN');
}

async function lookUpOwn(): Promise<void> {
  await product.call(1, 'GET', `/api/public/fba-fee?asin=A${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`);
}
