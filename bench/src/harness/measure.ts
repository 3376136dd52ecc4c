import { numberText } from '@stowage/contract/formats/text/number-text';
/** The result of one round of identical operations. */
export interface Round {
  readonly operations: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Repeats an operation on several connections for a time. @param everyMs the time between the operations of a connection */
export async function measure(connections: number, seconds: number, operation: (connection: number) => Promise<void>, everyMs = 0): Promise<Round> {
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < end) {
        const before = performance.now();
        await operation(connection);
        const took = performance.now() - before;
        latencies.push(took);
        if (took < everyMs) await new Promise((resolve) => setTimeout(resolve, everyMs - took));
      }
    }),
  );
  return roundOf(latencies, (performance.now() - started) / 1000);
}

/** @param latencies of each operation, in milliseconds */
export function roundOf(latencies: number[], seconds: number): Round {
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN;
  return { operations: latencies.length, perSecond: latencies.length / seconds, p50Ms: at(0.5), p95Ms: at(0.95) };
}

/** Measures operations alternately, so that a slow moment of the machine affects all, and returns the median round of each. */
export async function sideBySide<const O extends readonly (() => Promise<Round>)[]>(rounds: number, ...operations: O): Promise<{ [K in keyof O]: Round }> {
  const results: Round[][] = operations.map(() => []);
  for (let i = 0; i < rounds; i++) {
    for (const [nth, operation] of operations.entries()) results[nth]?.push(await operation());
  }
  return results.map(medianRound) as { [K in keyof O]: Round };
}

function medianRound(rounds: Round[]): Round {
  const sorted = [...rounds].sort((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('No rounds were measured');
  return middle;
}

export function printTable(title: string, rows: readonly Readonly<Record<string, string>>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  console.log(`\n${title}\n${line(columns)}\n|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(line(columns.map((column) => row[column] ?? '')));
}

export function describe(round: Round): Record<string, string> {
  return { 'per second': numberText(Math.round(round.perSecond)), 'p50 ms': round.p50Ms.toFixed(2), 'p95 ms': round.p95Ms.toFixed(2) };
}

/** The duration of one execution. */
export async function seconds(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
