import { gainPercent } from '../gain/gain.rules.ts';
import { candidateId, withoutPrefixes } from './candidate.rules.ts';
import { type Judged, TOLERANCE } from './judge-statement.ts';
import type { HypotheticalIndex, WhatIf } from './what-if.repository.ts';

/** A useful index with the statements that would use it. */
export interface Worthwhile extends HypotheticalIndex {
  readonly uses: readonly Use[];
}

/** The gain of one index for one statement. */
export interface Use {
  readonly judged: Judged;
  /** The cost with this index alone, or the cost before minus its saving beside the other indexes. */
  readonly costAfter: number;
  /** The reduction from the cost before to `costAfter` in percent. */
  readonly percent: number;
  /** The cost with all suggested indexes. */
  readonly costTogether: number;
}

/** A useful index with its estimate. */
export interface Advice extends Worthwhile {
  readonly estimate: 'PLANNER' | 'ROUGH';
  readonly percent: number;
  readonly bytes: number;
}

/**
 * Combines the wanted indexes of all statements: removes those that a wider index covers, plans each statement with the rest,
 * and removes those that no plan uses.
 */
export async function select(judged: readonly Judged[], whatIf: WhatIf): Promise<Worthwhile[]> {
  const wanted = new Map(judged.flatMap((one) => one.wanted).map((one) => [candidateId(one.candidate), one]));
  const left = new Set(withoutPrefixes([...wanted.values()].map(({ candidate }) => candidate)));
  const set = await withoutSpare(
    [...wanted.values()].filter(({ candidate }) => left.has(candidate)),
    judged,
    whatIf,
  );
  const uses = new Map<HypotheticalIndex, Use[]>(set.map((one) => [one, []]));
  for (const one of judged.filter((each) => each.wanted.length > 0)) {
    const concerned = set.filter(({ table }) => one.wanted.some((other) => other.table === table));
    for (const [index, use] of await usesBy(one, concerned, whatIf)) uses.get(index)?.push(use);
  }
  return set.map((one) => ({ ...one, uses: uses.get(one) ?? [] })).filter((one) => one.uses.length > 0);
}

/** Removes the indexes that no statement needs beside the others, starting with the one that saves the least time. */
async function withoutSpare(all: HypotheticalIndex[], judged: readonly Judged[], whatIf: WhatIf): Promise<HypotheticalIndex[]> {
  if (whatIf.method === 'NONE') return all;
  const served = (index: HypotheticalIndex) => judged.filter(({ wanted }) => wanted.some(({ table }) => table === index.table));
  const timeOf = (index: HypotheticalIndex) => served(index).reduce((sum, { statement }) => sum + statement.totalMs, 0);
  let set = all;
  for (const index of all.toSorted((one, other) => timeOf(one) - timeOf(other) || other.candidate.keys.length - one.candidate.keys.length)) {
    const without = set.filter((other) => other !== index);
    if (await isSpare(index, { set, without, judged: served(index), whatIf })) set = without;
  }
  return set;
}

interface Spare {
  readonly set: readonly HypotheticalIndex[];
  readonly without: readonly HypotheticalIndex[];
  readonly judged: readonly Judged[];
  readonly whatIf: WhatIf;
}

async function isSpare({ candidate }: HypotheticalIndex, { set, without, judged, whatIf }: Spare): Promise<boolean> {
  for (const { planned, before } of judged) {
    const withIt = await whatIf.plan(planned, set);
    if (!withIt.used.has(candidate)) continue;
    const withoutIt = await whatIf.plan(planned, without);
    if (withoutIt.cost > withIt.cost + TOLERANCE * (before.cost - withIt.cost)) return false;
  }
  return true;
}

const LEAST_SHARE_PERCENT = 5;

/** The gain of each index in the statement's plan: alone or beside the others, the larger of both. */
async function usesBy(one: Judged, set: readonly HypotheticalIndex[], whatIf: WhatIf): Promise<Map<HypotheticalIndex, Use>> {
  const found = new Map<HypotheticalIndex, Use>();
  const { before, planned } = one;
  if (whatIf.method === 'NONE') {
    for (const index of set) {
      const percent = one.rough.get(candidateId(index.candidate));
      const costAfter = before.cost * (1 - (percent ?? 0) / 100);
      if (percent !== undefined) found.set(index, { judged: one, costAfter, percent, costTogether: costAfter });
    }
    return found;
  }
  const all = await whatIf.plan(planned, set);
  for (const index of set.filter(({ candidate }) => all.used.has(candidate))) {
    const alone = set.length === 1 ? all : await whatIf.plan(planned, [index]);
    const others = await whatIf.plan(
      planned,
      set.filter((other) => other !== index),
    );
    const costAfter = Math.min(alone.cost, before.cost - (others.cost - all.cost));
    const percent = gainPercent(before.cost, costAfter);
    if (percent >= LEAST_SHARE_PERCENT) found.set(index, { judged: one, costAfter, percent, costTogether: all.cost });
  }
  return found;
}
