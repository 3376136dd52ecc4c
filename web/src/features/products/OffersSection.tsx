import type { ProductListing } from '@stowage/contract/products/products';
import { OfferedQuantity } from '../../shared/quantities/OfferedQuantity.tsx';
import { ListingStrategy } from '../../shared/strategies/ListingStrategy.tsx';
import { Card } from '../../ui/Card.tsx';

/** What Amazon offers of the product's listings from our own stock. */
export function OffersSection({ listings }: { listings: readonly ProductListing[] }) {
  const own = listings.filter(({ channel, seller_sku }) => channel === 'SELLER_FULFILLED' && seller_sku !== null);
  if (own.length === 0) return null;
  return (
    <Card title="Offered on Amazon">
      <div className="grid gap-5 px-4 pb-4 lg:grid-cols-2">
        {own.map(({ id, seller_sku }) => (
          <OfferedQuantity key={id} listingId={id} title={seller_sku ?? ''} />
        ))}
      </div>
    </Card>
  );
}

/** How the product's listings are priced, and why. */
export function StrategiesSection({ listings }: { listings: readonly ProductListing[] }) {
  const priced = listings.filter(({ seller_sku }) => seller_sku !== null);
  if (priced.length === 0) return null;
  return (
    <Card title="Price strategy">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pb-4 lg:grid-cols-2">
        {priced.map(({ id, seller_sku }) => (
          <ListingStrategy key={id} listingId={id} title={seller_sku ?? ''} />
        ))}
      </div>
    </Card>
  );
}
