import { CONDITION_NAMES, CONDITION_NEW, conditionName } from '@stowage/contract/catalog/conditions';
import type { OrderAllocation } from '@stowage/contract/orders/order-detail';
import { ALLOCATION_UNITS_LIMIT, type ProductUnit, productUnits } from '@stowage/contract/orders/order-units';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Age } from '../../../shared/Age.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { OldestUnitsNote } from '../detail/OldestUnitsNote.tsx';
import { ScrollIntoView } from './ScrollIntoView.tsx';

interface ConditionQuestionProps {
  readonly allocation: OrderAllocation;
  readonly units: UseQueryResult<ProductUnit[]>;
  /** The name of the chosen condition. */
  readonly chosen: string | undefined;
  /** Whether the chosen condition differs from the order's. */
  readonly isWrong: boolean;
  readonly firstChoice: Ref<HTMLInputElement>;
  readonly onChoose: (condition: string) => void;
  readonly onEnter: () => void;
}

const CONDITIONS = [CONDITION_NEW, 1, 2, 3, 4].flatMap((code) => CONDITION_NAMES[code] ?? []);

/** The units in stock of an allocation's product, in every condition; none are read without an allocation. */
export function useProductUnits(allocation: OrderAllocation | undefined): UseQueryResult<ProductUnit[]> {
  return useQuery({ ...queryFor(productUnits, { params: { id: allocation?.id ?? 0 } }), staleTime: 0, enabled: allocation !== undefined });
}

/** Asks for the condition of the unit, because a UPC names units in every condition, and lists the units it may be. */
export function ConditionQuestion({ allocation, units, chosen, isWrong, firstChoice, onChoose, onEnter }: ConditionQuestionProps) {
  const choices = [...CONDITIONS].sort((one, other) => Number(other === allocation.display_condition) - Number(one === allocation.display_condition));
  const matching = (all: readonly ProductUnit[]) => all.filter(({ condition }) => chosen === undefined || conditionName(condition) === chosen);
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">Which condition is in your hand?</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {choices.map((name, index) => (
            <label key={name} className="inline-flex min-h-11 items-center gap-2">
              <input
                ref={index === 0 ? firstChoice : undefined}
                type="radio"
                name="condition"
                className="size-5"
                checked={chosen === name}
                onChange={() => onChoose(name)}
                onKeyDown={(event) => event.key === 'Enter' && onEnter()}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      {chosen !== undefined && isWrong && (
        <ScrollIntoView>
          <Banner tone="bad">
            The order is for {allocation.display_condition}. Put it back, and take the unit from {allocation.location}.
          </Banner>
        </ScrollIntoView>
      )}
      <QueryResult
        query={units}
        rows={2}
        failure="The units could not be loaded"
        isEmpty={(all) => matching(all).length === 0}
        empty={<p className="text-muted">No unit of this product is in stock{chosen && ` as ${chosen}`}.</p>}
      >
        {(all) => (
          <>
            <DataTable label="Units of this product" columns={COLUMNS} rows={matching(all)} keyOf={({ id }) => id} isNarrow isInDialog="short" />
            {isCut(matching(all)) && <OldestUnitsNote />}
          </>
        )}
      </QueryResult>
    </>
  );
}

/** Whether there may be more units of a condition. */
function isCut(units: readonly ProductUnit[]): boolean {
  const free = units.filter(({ is_reserved }) => !is_reserved);
  return CONDITIONS.some((name) => free.filter(({ condition }) => conditionName(condition) === name).length >= ALLOCATION_UNITS_LIMIT);
}

const COLUMNS: readonly Column<ProductUnit>[] = [
  {
    heading: 'Condition',
    isTitle: true,
    cell: ({ condition, is_reserved }) => (
      <span className="flex flex-wrap items-center gap-2">
        {conditionName(condition)}
        {is_reserved && <Badge tone="accent">Reserved for this order</Badge>}
      </span>
    ),
  },
  { heading: 'Location', cell: ({ location }) => <strong className="font-semibold">{location}</strong> },
  { heading: 'Age', cell: ({ created_at }) => <Age since={created_at} /> },
  { heading: 'Unit', align: 'right', cell: ({ id }) => id },
];
