import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { reorderVendors, type VendorProposal } from '@stowage/contract/purchasing/reorder';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { TermsDialog } from '../order-drafts/TermsDialog.tsx';

interface VendorSumsProps {
  readonly mayManage: boolean;
  readonly isBusy: boolean;
  readonly onOrder: (vendor: string) => void;
  /** Shows only this vendor's proposals. */
  readonly onShow: (vendor: string) => void;
}

/** What is to be ordered from each vendor, and a draft of it in one click. */
export function VendorSums(props: VendorSumsProps) {
  const sums = useQuery({ ...queryFor(reorderVendors, {}), staleTime: 0 });
  const [terms, setTerms] = useState<string>();
  return (
    <Card title="To order by vendor">
      <QueryResult
        query={sums}
        failure="The vendors could not be loaded"
        rows={3}
        isEmpty={({ vendors }) => vendors.length === 0}
        empty={<EmptyState title="Nothing to order from any vendor" />}
      >
        {({ vendors }) => <DataTable label="To order by vendor" columns={columns(props, setTerms)} rows={vendors} keyOf={({ vendor }) => vendor} />}
      </QueryResult>
      {terms !== undefined && <TermsDialog vendor={terms} onClose={() => setTerms(undefined)} />}
    </Card>
  );
}

function columns({ mayManage, isBusy, onOrder, onShow }: VendorSumsProps, onTerms: (vendor: string) => void): readonly Column<VendorProposal>[] {
  const actions: Column<VendorProposal> = {
    heading: 'Actions',
    isAction: true,
    cell: ({ vendor }) => (
      <span className="flex flex-wrap justify-end gap-2">
        <Button size="small" aria-label={`Terms of ${vendor}`} onClick={() => onTerms(vendor)}>
          Terms
        </Button>
        <Button size="small" look="primary" aria-label={`Make order draft for ${vendor}`} disabled={isBusy} onClick={() => onOrder(vendor)}>
          Make order draft
        </Button>
      </span>
    ),
  };
  return [
    {
      heading: 'Vendor',
      isTitle: true,
      cell: ({ vendor }) => (
        <button type="button" className="min-h-7 text-left text-accent hover:underline max-sm:min-h-11" onClick={() => onShow(vendor)}>
          {vendor}
        </button>
      ),
    },
    { heading: 'Products', align: 'right', cell: ({ products }) => numberText(products) },
    { heading: 'Units', align: 'right', cell: ({ units }) => numberText(units) },
    { heading: 'Amount', align: 'right', cell: ({ amount }) => moneyText(amount) },
    { heading: 'Minimum order', align: 'right', cell: (row) => <Minimum row={row} /> },
    { heading: 'Lead time', align: 'right', cell: ({ lead_days }) => counted(lead_days, 'day') },
    ...(mayManage ? [actions] : []),
  ];
}

function Minimum({ row: { minimum_order, amount } }: { row: VendorProposal }) {
  if (minimum_order === null || amount === null) return '–';
  const missing = centsOf(minimum_order) - centsOf(amount);
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      {moneyText(minimum_order)} {missing > 0 && <Badge tone="warn">{moneyText(moneyOf(missing))} missing</Badge>}
    </span>
  );
}
