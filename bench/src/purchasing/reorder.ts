import { numberText } from '@stowage/contract/formats/text/number-text';
import { coverDaysOf, propose, type Sales, SEASON_BASE_DAYS, type Terms, wholeCases } from '../../../server/src/features/purchasing/reorder/reorder.rules.ts';
import { generateDemand, type SimulatedProduct } from '../datasets/reorder-demand.ts';
import { printTable } from '../harness/measure.ts';

/**
 * Replays a year of generated demand with reorder proposals and with a fixed minimum per product, at the same average stock.
 * Both order once a week, from the same vendors, in the same cases; only what they order differs. A fixed minimum knows each
 * product's mean sales of the year before and its lead time, and one factor for all products that makes the average stock equal.
 */
const SEED = Number(process.env.STOWAGE_BENCH_SEED ?? 7);
const PRODUCTS = Number(process.env.STOWAGE_BENCH_RECORDS ?? 1_000);
const YEAR = 365;
/** Days of demand before the replay: a year, and what last year's season is compared with. */
const HISTORY = YEAR + 150;
const REVIEW_DAYS = 7;
const SERVICE_PERCENT = 95;

interface Day {
  readonly sales: readonly number[];
  /** Whether each day had stock. */
  readonly stocked: readonly boolean[];
  readonly day: number;
  readonly stock: number;
  readonly coming: number;
}

type Policy = (product: SimulatedProduct, day: Day) => number;

interface Outcome {
  readonly outDays: number;
  readonly lost: number;
  readonly stock: number;
  readonly orders: number;
}

function termsOf({ leadDays, casePack }: SimulatedProduct): Terms {
  return { leadDays, reviewDays: REVIEW_DAYS, servicePercent: SERVICE_PERCENT, casePack, minimumQuantity: 1 };
}

const proposals: Policy = (product, day) =>
  propose(salesOf(day, coverDaysOf(termsOf(product))), { available: day.stock, coming: day.coming }, termsOf(product)).quantity;

/** The minimum of a product from its expected sales in the days to cover. @param factor the same for all products */
type Minimum = (expected: number, factor: number) => number;

/** As people choose it: so many times what is expected. */
const timesExpected: Minimum = (expected, factor) => expected * factor;
/** As a planner chooses it once: what is expected, and a safety stock by its deviation. */
const withSafety: Minimum = (expected, factor) => expected + factor * Math.sqrt(expected);

function fixedMinimum(minimumOf: Minimum, factor: number): Policy {
  return (product, { stock, coming }) => {
    const mean = sum(product.demand.slice(HISTORY - YEAR, HISTORY)) / YEAR;
    const minimum = Math.ceil(minimumOf(mean * coverDaysOf(termsOf(product)), factor));
    if (stock + coming >= minimum) return 0;
    return wholeCases(minimum + Math.ceil(mean * REVIEW_DAYS) - stock - coming, { casePack: product.casePack, minimumQuantity: 1 });
  };
}

/** What the database knows of the sales at the beginning of a day. */
function salesOf({ sales, stocked, day }: Day, coverDays: number): Sales {
  const sold = (days: number) => sum(sales.slice(day - days, day));
  const days = (size: number) => stocked.slice(day - size, day).filter(Boolean).length;
  const ago = day - YEAR + 1;
  const yearAgo = { ahead: sum(sales.slice(ago, ago + coverDays)), before: sum(sales.slice(ago - SEASON_BASE_DAYS, ago)) };
  const squares90 = sum(sales.slice(day - 90, day).map((units) => units * units));
  return { sold7: sold(7), sold30: sold(30), sold90: sold(90), days7: days(7), days30: days(30), days90: days(90), squares90, yearAgo };
}

function replay(product: SimulatedProduct, policy: Policy): Outcome {
  const sales = product.demand.slice(0, HISTORY);
  const stocked: boolean[] = sales.map(() => true);
  const arrivals = new Map<number, number>();
  let stock = Math.ceil((sum(sales.slice(-90)) / 90) * coverDaysOf(termsOf(product)) * 1.3);
  const total = { outDays: 0, lost: 0, stock: 0, orders: 0 };
  for (let day = HISTORY; day < HISTORY + YEAR; day++) {
    stock += arrivals.get(day) ?? 0;
    arrivals.delete(day);
    if ((day - HISTORY) % REVIEW_DAYS === product.weekday) {
      const quantity = policy(product, { sales, stocked, day, stock, coming: sum([...arrivals.values()]) });
      const arrival = day + Math.max(1, product.leadDays + (product.delays[total.orders % product.delays.length] ?? 0));
      if (quantity > 0) {
        arrivals.set(arrival, (arrivals.get(arrival) ?? 0) + quantity);
        total.orders += 1;
      }
    }
    const demand = product.demand[day] ?? 0;
    const sold = Math.min(stock, demand);
    if (stock === 0) total.outDays += 1;
    stocked.push(stock > 0);
    sales.push(sold);
    total.lost += demand - sold;
    stock -= sold;
    total.stock += stock;
  }
  return { ...total, stock: total.stock / YEAR };
}

function outcomeOf(products: readonly SimulatedProduct[], policy: Policy): Outcome {
  const outcomes = products.map((product) => replay(product, policy));
  const of = (name: keyof Outcome) => sum(outcomes.map((outcome) => outcome[name]));
  return { outDays: of('outDays'), lost: of('lost'), stock: of('stock'), orders: of('orders') };
}

/** The factor with which the fixed minimum has the same average stock. */
function equalFactor(products: readonly SimulatedProduct[], minimumOf: Minimum, stock: number): number {
  let [low, high] = [-3, 9];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (outcomeOf(products, fixedMinimum(minimumOf, middle)).stock < stock) low = middle;
    else high = middle;
  }
  return high;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const products = generateDemand({ seed: SEED, count: PRODUCTS, days: HISTORY + YEAR });
const demanded = sum(products.map(({ demand }) => sum(demand.slice(HISTORY))));
const proposed = outcomeOf(products, proposals);
const plain = equalFactor(products, timesExpected, proposed.stock);
const planned = equalFactor(products, withSafety, proposed.stock);
const fixed = outcomeOf(products, fixedMinimum(timesExpected, plain));
const safe = outcomeOf(products, fixedMinimum(withSafety, planned));
const row = (what: string, { outDays, lost, stock, orders }: Outcome) => ({
  what,
  'stock-out days': numberText(outDays),
  'share of days': `${((outDays / (products.length * YEAR)) * 100).toFixed(1)} %`,
  'lost units': `${((lost / demanded) * 100).toFixed(1)} %`,
  'average stock': numberText(Math.round(stock)),
  orders: numberText(orders),
});
printTable(`Reorder proposals and a fixed minimum, ${numberText(PRODUCTS)} products, seed ${SEED}`, [
  row(`fixed minimum: expected sales × ${plain.toFixed(2)}`, fixed),
  row(`fixed minimum: expected sales + ${planned.toFixed(2)} deviations`, safe),
  row('proposals', proposed),
]);
for (const kind of new Set(products.map((product) => product.kind))) {
  const own = products.filter((product) => product.kind === kind);
  const [before, after] = [outcomeOf(own, fixedMinimum(withSafety, planned)), outcomeOf(own, proposals)];
  const stock = `average stock ${numberText(Math.round(before.stock))} → ${numberText(Math.round(after.stock))}`;
  console.log(`${kind}: ${numberText(before.outDays)} → ${numberText(after.outDays)} stock-out days against the better minimum, ${stock}`);
}
const fewer = (yardstick: Outcome) => `${((1 - proposed.outDays / yardstick.outDays) * 100).toFixed(1)} %`;
console.log(
  `${fewer(fixed)} fewer stock-out days than the plain minimum, ${fewer(safe)} fewer than the one with a safety stock, at the same average stock (target: 30 %)`,
);
