import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  exportPriceStrategies,
  listPriceStrategies,
  PRICE_STRATEGIES,
  PRICE_STRATEGY_NAMES,
  priceStrategiesTopic,
  STRATEGIES_PAGE_SIZE,
  type StrategyRow,
} from '@stowage/contract/pricing/price-strategies';
import { PRICE_CHANNEL_NAMES } from '@stowage/contract/pricing/pricing';
import { useListQuery } from '../../../api/live-query.ts';
import { useMay } from '../../../api/session.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { SelectionBar } from '../../../shared/list/SelectionBar.tsx';
import { useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { ListingStrategy } from '../../../shared/strategies/ListingStrategy.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Drawer } from '../../../ui/dialog/Drawer.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { numberedList } from '../../../ui/table/list-address.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { StrategyBulk } from './StrategyBulk.tsx';
import type { StrategiesAddress } from './strategies-address.ts';
import { strategyColumns } from './strategy-columns.tsx';

const STATES = [
  { value: '', label: 'All listings' },
  { value: 'ON', label: 'On' },
  { value: 'HELD', label: 'Held by a guard' },
  { value: 'OFF', label: 'Off' },
  { value: 'NONE', label: 'Without a strategy' },
] as const;
const STRATEGIES = [{ value: '' as const, label: 'All strategies' }, ...PRICE_STRATEGY_NAMES.map((value) => ({ value, label: PRICE_STRATEGIES[value] }))];
const NO_ROWS: readonly StrategyRow[] = [];

/** The listings on Amazon with their price strategies, and those that Amazon lacks but that have one. */
export function StrategiesPage({ address, onAddress }: AddressProps<StrategiesAddress>) {
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const mayChange = useMay('listings.sync');
  const filters = { search: address.q ?? '', strategy: address.strategy ?? '', state: address.state ?? '' } as const;
  const list = useListQuery(listPriceStrategies, { query: { ...filters, page } }, { topic: priceStrategiesTopic, throttleMs: 1_000 });
  const rows = list.data?.data ?? NO_ROWS;
  const selection = useListSelection({ rows, idOf: ({ listing_id }) => listing_id, nameOf: ({ sku }) => sku, matching: filters });
  const columns = strategyColumns(({ listing_id }) => onAddress({ listing: listing_id }));
  const total = list.data?.totalCount;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Strategies on" value={list.data?.on_count} />
        <StatCard name="Held by a guard" value={list.data?.held_count} />
      </div>
      {list.data?.is_paused === true && <Banner tone="warn">Price pushes are paused in the settings. Strategies decide again when they resume.</Banner>}
      {list.data?.paused_channels.map((channel) => (
        <Banner key={channel} tone="warn">
          Price pushes for {PRICE_CHANNEL_NAMES[channel]} are paused in the settings. Their strategies decide again when they resume.
        </Banner>
      ))}
      <Card
        title={`Price Strategies (${numberText(total ?? 0)} ${total === 1 ? 'listing' : 'listings'})`}
        description="A listing without a strategy is priced by the rules of a sync. A strategy that is on follows changed offers within seconds."
        aside={<ExportButton endpoint={exportPriceStrategies} input={{ query: filters }} name="price-strategies.csv" />}
      >
        <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-4">
          <SearchForm label="Search SKU or title" search={address.q ?? ''} onSearch={(q) => narrow({ q })} />
          <SelectField
            label="Strategy"
            value={address.strategy ?? ''}
            options={STRATEGIES}
            onText={(strategy) => narrow({ strategy: strategy || undefined })}
          />
          <SelectField label="State" value={address.state ?? ''} options={STATES} onText={(state) => narrow({ state: state || undefined })} />
        </div>
        {mayChange && (
          <SelectionBar nouns={['listing', 'listings']} selection={selection} total={total === undefined ? undefined : { count: total }}>
            <StrategyBulk target={selection.target} count={selection.count(total ?? 0)} onDone={selection.clear} />
          </SelectionBar>
        )}
        <QueryResult
          query={list}
          failure="The price strategies could not be loaded"
          rows={10}
          empty={<Nothing isFiltered={JSON.stringify(filters) !== NO_FILTERS} />}
        >
          {({ data, totalCount }) => (
            <>
              <DataTable
                label="Price strategies"
                columns={mayChange ? [selection.column, ...columns] : columns}
                rows={data}
                keyOf={({ listing_id }) => listing_id}
              />
              {totalCount > STRATEGIES_PAGE_SIZE && (
                <Pagination page={page} pageSize={STRATEGIES_PAGE_SIZE} totalCount={totalCount} isOld={list.isPlaceholderData} onPage={onPage} />
              )}
            </>
          )}
        </QueryResult>
      </Card>
      {address.listing !== undefined && (
        <Drawer label="Price of a listing" open side="right" isWide onClose={() => onAddress({ listing: undefined })}>
          <div className="p-4 pt-14">
            <ListingStrategy listingId={address.listing} title={rows.find(({ listing_id }) => listing_id === address.listing)?.sku ?? 'Listing'} />
          </div>
        </Drawer>
      )}
    </div>
  );
}

const NO_FILTERS = JSON.stringify({ search: '', strategy: '', state: '' });

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No results">Change or clear the filters.</EmptyState>;
  return <EmptyState title="No listings yet">Listings appear here when they are imported from Amazon.</EmptyState>;
}
