import type { DamageUploadState } from '@stowage/contract/purchasing/damage-photos';
import { poName } from '@stowage/contract/purchasing/po-name';

/** The damaged product. */
export function DamagedLine({ state: { po_number, supplier_sku, product_name } }: { state: DamageUploadState }) {
  return (
    <div className="rounded-card border border-line bg-surface p-3 break-words">
      <p className="font-medium">{product_name}</p>
      <p className="text-muted">
        {supplier_sku}, {poName(po_number)}
      </p>
    </div>
  );
}
