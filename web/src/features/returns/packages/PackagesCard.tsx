import type { OutputOf } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { listPackages, ReturnPackage } from '@stowage/contract/returns/packages';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { PackageStateBadge } from './package-state.tsx';

interface PackagesCardProps {
  readonly packages: UseQueryResult<OutputOf<typeof listPackages>>;
  readonly onOpen: (trackingNumber: string) => void;
  /** Shows today's decisions. */
  readonly onProcessed: () => void;
}

/** The packages that arrived last, and those on their way. */
export function PackagesCard({ packages, onOpen, onProcessed }: PackagesCardProps) {
  return (
    <Card
      title="Recent packages"
      description="The last arrivals, then the last packages that Amazon shipped."
      aside={
        <Button size="small" className="max-sm:min-h-11" onClick={onProcessed}>
          Processed today
        </Button>
      }
    >
      <QueryResult
        query={packages}
        failure={() => 'The packages could not be loaded'}
        rows={6}
        empty={
          <EmptyState title="No packages yet">
            Amazon's removal shipments are imported every day while an Amazon account is connected. An administrator can start the import under Jobs.
          </EmptyState>
        }
      >
        {({ data }) => <DataTable label="Recent packages" columns={columns(onOpen)} rows={data} keyOf={(box) => box.tracking_number} />}
      </QueryResult>
    </Card>
  );
}

function columns(onOpen: PackagesCardProps['onOpen']): readonly Column<ReturnPackage>[] {
  const units = (heading: string, read: (box: ReturnPackage) => number): Column<ReturnPackage> => ({
    heading,
    align: 'right',
    cell: (box) => numberText(read(box)),
  });
  return [
    { heading: 'Tracking number', isTitle: true, cell: (box) => <span className="font-mono break-all">{box.tracking_number}</span> },
    { heading: 'State', cell: (box) => <PackageStateBadge state={box.state} /> },
    { heading: 'Carrier', cell: (box) => box.carrier },
    { heading: 'Shipped', cell: (box) => <When text={box.shipped_at} /> },
    units('Lines', (box) => box.lines),
    units('Expected', (box) => box.expected),
    units('Received', (box) => box.received),
    units('Short', (box) => box.short),
    units('Surplus', (box) => box.surplus),
    buttonColumn({ heading: 'Actions', text: 'Open', nameOf: (box) => box.tracking_number, onPress: (box) => onOpen(box.tracking_number) }),
  ];
}
