import type { PackUploadState } from '@stowage/contract/orders/order-photos';
import { Photo } from '../../ui/format/Photo.tsx';

/** The items of the order that is photographed. */
export function PackedItems({ items }: { items: PackUploadState['items'] }) {
  return (
    <ul className="grid gap-2" aria-label="Items in the box">
      {items.map((item) => (
        <li key={`${item.sku} ${item.title}`} className="flex items-center gap-3 rounded-card border border-line bg-surface p-3">
          <Photo url={item.image_url} name={item.title} />
          <span className="min-w-0 break-words">
            {item.quantity} × {item.title ?? item.sku ?? 'Unknown product'}
          </span>
        </li>
      ))}
    </ul>
  );
}
