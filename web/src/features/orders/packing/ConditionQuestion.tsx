import { CONDITION_NAMES, CONDITION_NEW, conditionName } from '@stowage/contract/catalog/conditions';
import type { OrderAllocation } from '@stowage/contract/orders/order-detail';
import { ALLOCATION_UNITS_LIMIT, type ProductUnit, productUnits } from '@stowage/contract/orders/order-units';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Age } from '../../../shared/Age.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { OldestAlone } from '../list/OldestAlone.tsx';
import { Said } from './Said.tsx';

interface ConditionQuestionProps {
  readonly piece: OrderAllocation;
  /** The name of the condition that was chosen. */
  readonly chosen: string | undefined;
  /** What was chosen is not what the order is for. */
  readonly isWrong: boolean;
  readonly firstChoice: Ref<HTMLInputElement>;
  readonly onChoose: (condition: string) => void;
  readonly onEnter: () => void;
}

const CONDITIONS = [CONDITION_NEW, 1, 2, 3, 4].flatMap((code) => CONDITION_NAMES[code] ?? []);

/** A UPC stands for units in every condition: which one is in the hand, and where those lie that it may be. */
export function ConditionQuestion({ piece, chosen, isWrong, firstChoice, onChoose, onEnter }: ConditionQuestionProps) {
  const units = useQuery({ ...queryFor(productUnits, { params: { id: piece.id } }), staleTime: 0 });
  const choices = [...CONDITIONS].sort((one, other) => Number(other === piece.display_condition) - Number(one === piece.display_condition));
  const shown = units.data?.filter(({ condition }) => chosen === undefined || conditionName(condition) === chosen) ?? [];
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
        <Said>
          <Banner tone="bad">
            The order is for {piece.display_condition}. Put it back, and take the unit from {piece.location}.
          </Banner>
        </Said>
      )}
      {units.isPending && <SkeletonRows count={2} />}
      {units.data === undefined && units.isError && (
        <ErrorState title="The units could not be loaded" detail={units.error.message} onRetry={() => void units.refetch()} />
      )}
      {units.data !== undefined && shown.length === 0 && <p className="text-muted">No unit of this product is in stock{chosen && ` as ${chosen}`}.</p>}
      {shown.length > 0 && <DataTable label="Units of this product" columns={COLUMNS} rows={shown} keyOf={({ id }) => id} isNarrow isInDialog="short" />}
      {isCut(shown) && <OldestAlone />}
    </>
  );
}

/** There may be more of a condition than these. */
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
