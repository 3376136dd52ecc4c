import { localInventoryDetails, localInventoryReport, locationInventoryPriceList, searchByIdentifier } from '@stowage/contract/inventory/report';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { IdentifierSearchCard } from './IdentifierSearchCard.tsx';
import { InventoryByLocationCard } from './InventoryByLocationCard.tsx';
import { LocationItemsCard } from './LocationItemsCard.tsx';
import type { ReportAddress } from './report-address.ts';
import { WarehouseMap } from './WarehouseMap.tsx';

/** The endpoints of the tab. */
const READ = [localInventoryReport, localInventoryDetails, locationInventoryPriceList, searchByIdentifier] as const;

/** The report's tab with the search, the map, and the stock by location. */
export function ByLocation({ address, onAddress }: AddressProps<ReportAddress>) {
  const report = useQuery({ ...queryFor(localInventoryReport, {}), retry: false });
  const invalidate = useInvalidate();
  const rows = report.data;
  const hasFailed = rows === undefined && report.isError;
  const open = (location: string | undefined) => onAddress({ location });
  return (
    <>
      {/* The search works without the report, so only the failure stands above everything. */}
      <QueryResult query={report} look="banner" failure={() => 'Failed to load inventory report'} loading={null}>
        {() => null}
      </QueryResult>
      <div className="grid gap-3 sm:grid-cols-3">
        <StatCard name="Total Items" value={rows?.reduce((sum, row) => sum + row.item_count, 0)} />
        <StatCard name="Locations" value={rows?.length} />
        <div className="grid place-items-center rounded-card border border-line bg-surface p-3">
          <Button disabled={report.isFetching} onClick={() => void Promise.all(READ.map(invalidate))}>
            <RefreshCw size={16} aria-hidden className={report.isFetching ? 'animate-spin' : ''} /> Refresh Data
          </Button>
        </div>
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,6fr)_minmax(0,7fr)]">
        <div className="grid gap-4">
          <IdentifierSearchCard identifier={address.q ?? ''} onSearch={(q) => onAddress({ q })} onLocation={open} />
          <WarehouseMap rows={rows ?? []} current={address.location} onOpen={open} />
        </div>
        <LocationItemsCard location={address.location} itemCount={rows?.find((row) => row.location === address.location)?.item_count} onLocation={open} />
      </div>
      {!hasFailed && <InventoryByLocationCard rows={rows} />}
    </>
  );
}
