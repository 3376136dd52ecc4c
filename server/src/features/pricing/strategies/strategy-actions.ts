import {
  type PriceStrategyFields,
  priceStrategiesTopic,
  setPriceStrategies,
  strategyProblems,
  turnOffStrategies,
  turnOnStrategies,
} from '@stowage/contract/pricing/price-strategies';
import type * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { BulkAction } from '../../bulk/index.ts';
import { checkListingPrices } from './follow/price-check.repository.ts';
import { listStrategyIds } from './strategy.read-model.ts';
import * as strategies from './strategy.repository.ts';
import { getStored } from './strategy.service.ts';
import { toFields } from './strategy-columns.ts';

type SetBody = z.output<typeof setPriceStrategies.body>;
type Matching = Extract<SetBody['selection'], { matching: unknown }>['matching'];
/** The strategy before the action; null when there was none, and the version after it. */
interface Undo {
  readonly before: PriceStrategyFields | null;
  readonly version: number;
}
type StrategyAction<Input> = BulkAction<Input, Matching, Undo>;

/** Giving many listings a strategy, and turning strategies on and off. */
export function strategyActions({ topics }: Pick<Context, 'topics'>): readonly BulkAction[] {
  const action = <Input>(
    endpoint: StrategyAction<Input>['endpoint'],
    change: (present: PriceStrategyFields | null, input: Input) => PriceStrategyFields | undefined,
  ): StrategyAction<Input> => ({
    endpoint,
    permission: 'listings.sync',
    listMatching: listStrategyIds,
    lock: strategies.lockStrategies,
    async run(tx, record, input) {
      const { row } = await getStored(tx, Number(record), true);
      const before = row && toFields(row);
      const wanted = change(before, input);
      if (wanted === undefined) return 'UNCHANGED';
      const [problem] = strategyProblems(wanted);
      if (problem !== undefined) throw new AppError('conflict', problem.problem, { reason: 'not_possible' });
      return { undo: { before, version: await save(tx, Number(record), wanted) } };
    },
    lockUndo: async () => {},
    async undo(tx, { before, version }, _author, record) {
      const { row } = await getStored(tx, Number(record), true);
      if (row === null || row.version !== version) throw new AppError('conflict', 'Its strategy was changed later', { reason: 'later_change' });
      if (before === null) await strategies.deleteStrategies(tx, [record]);
      else await save(tx, Number(record), before);
    },
    announce: (records) => topics.publish(priceStrategiesTopic, { listing_ids: records.map(Number) }),
  });
  const turn = (isOn: boolean) => (present: PriceStrategyFields | null) => {
    if (present === null && isOn) throw new AppError('conflict', 'It has no strategy: set one first', { reason: 'no_strategy' });
    return present === null || present.is_on === isOn ? undefined : { ...present, is_on: isOn };
  };
  return [
    action<SetBody['input']>(setPriceStrategies, (present, input) => ({
      ...{ minimum: present?.minimum ?? null, maximum: present?.maximum ?? null, is_on: present?.is_on ?? false },
      ...input,
    })),
    action<object>(turnOnStrategies, turn(true)),
    action<object>(turnOffStrategies, turn(false)),
  ] as readonly BulkAction[];
}

/** @returns its new version */
async function save(tx: DatabaseTransaction, listingId: number, fields: PriceStrategyFields): Promise<number> {
  const version = await strategies.saveStrategy(tx, listingId, fields);
  await checkListingPrices(tx, [listingId]);
  return version;
}
