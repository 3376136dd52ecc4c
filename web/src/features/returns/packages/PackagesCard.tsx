import type { OutputOf } from '@stowage/contract/endpoint';
import type { listPackages, ReturnPackage } from '@stowage/contract/returns/packages';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { When } from '../../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { PackageStateBadge } from './package-state.tsx';

interface PackagesCardProps {
  readonly packages: UseQueryResult<OutputOf<typeof listPackages>>;
  readonly onOpen: (trackingNumber: string) => void;
  /** Shows what was done today instead. */
  readonly onProcessed: () => void;
}

/** The boxes that arrived last, and those that are on their way. */
export function PackagesCard({ packages, onOpen, onProcessed }: PackagesCardProps) {
  return (
    <Card
      title="Recent packages"
      description="Those that arrived last, then those that the marketplace shipped last."
      aside={
        <Button size="small" className="max-sm:min-h-11" onClick={onProcessed}>
          Processed today
        </Button>
      }
    >
      {packages.isPending && <SkeletonRows count={6} />}
      {packages.isError && <ErrorState title="The packages could not be loaded" onRetry={() => void packages.refetch()} />}
      {packages.data?.data.length === 0 && (
        <EmptyState title="No packages yet">
          The marketplace's removal shipments are imported every day; an administrator can start the import under Jobs.
        </EmptyState>
      )}
      {packages.data !== undefined && packages.data.data.length > 0 && (
        <DataTable label="Recent packages" columns={columns(onOpen)} rows={packages.data.data} keyOf={(box) => box.tracking_number} />
      )}
    </Card>
  );
}

function columns(onOpen: PackagesCardProps['onOpen']): readonly Column<ReturnPackage>[] {
  const units = (heading: string, read: (box: ReturnPackage) => number): Column<ReturnPackage> => ({
    heading,
    align: 'right',
    cell: (box) => read(box).toLocaleString(),
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
    {
      heading: 'Actions',
      isAction: true,
      cell: (box) => (
        <Button size="small" aria-label={`Open ${box.tracking_number}`} onClick={() => onOpen(box.tracking_number)}>
          Open
        </Button>
      ),
    },
  ];
}
