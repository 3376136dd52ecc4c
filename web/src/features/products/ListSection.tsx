import type { Endpoint } from '@stowage/contract/endpoint';
import type { recordParams } from '@stowage/contract/formats/ids';
import { PRODUCT_SECTION_ROWS } from '@stowage/contract/products/product-sections';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type * as z from 'zod';
import { queryFor } from '../../api/query.ts';
import { Card } from '../../ui/Card.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { CursorPages } from '../../ui/table/CursorPages.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

/** An endpoint that returns a page of a product's list and the cursor of the next page. */
type SectionEndpoint<Row> = Endpoint & {
  readonly params: typeof recordParams;
  readonly query: z.ZodType<unknown, { before?: number | string | undefined }>;
  readonly response: z.ZodType<{ rows: Row[]; next: number | null }>;
};

interface ListSectionProps<Row> {
  readonly title: string;
  readonly endpoint: SectionEndpoint<Row>;
  readonly productId: number;
  /** The cursor of the page; absent on the first. */
  readonly before: number | undefined;
  readonly onBefore: (before: number | undefined, replaces?: boolean) => void;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly isStruck?: (row: Row) => boolean;
  readonly empty: string;
}

/** A list of a product. It loads, fails and pages independently. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { title, endpoint, productId, before, onBefore, columns, keyOf, isStruck, empty } = props;
  const pages = useRef<(number | undefined)[]>([]);
  const list = useQuery({ ...queryFor(endpoint, { params: { id: productId }, query: { before } }), placeholderData: keepPreviousData });
  const next = list.data?.next ?? null;
  const turn = () => {
    pages.current.push(before);
    onBefore(next ?? undefined);
  };
  const first = () => {
    pages.current = [];
    onBefore(undefined);
  };
  return (
    <Card title={title}>
      <QueryResult query={list} rows={3} failure={`${title} could not be loaded`} empty={<EmptyState title={empty} />}>
        {({ rows }) => <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} {...(isStruck && { isStruck })} />}
      </QueryResult>
      {(next !== null || before !== undefined) && (
        <CursorPages
          label={`Pages of ${title}`}
          size={PRODUCT_SECTION_ROWS}
          isLoading={list.isPlaceholderData}
          onFirst={before === undefined ? undefined : first}
          onPrevious={pages.current.length === 0 ? undefined : () => onBefore(pages.current.pop(), true)}
          onNext={next === null ? undefined : turn}
        />
      )}
    </Card>
  );
}
