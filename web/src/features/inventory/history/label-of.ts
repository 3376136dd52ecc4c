import { conditionName } from '@stowage/contract/catalog/conditions';
import type { Label } from '@stowage/contract/labels/labels';

export type PrintLabels = (labels: readonly Label[], copies?: number, onClose?: () => void) => void;

interface Labelled {
  readonly item_name: string | null;
  /** The listing's FNSKU, else the scanned code. */
  readonly identifier: string;
  readonly sku_condition: number | null;
  readonly product_id?: number | null;
}

/** A unit's label with its FNSKU, title and condition, which Amazon requires. */
export function itemLabel({ item_name, identifier, sku_condition, product_id = null }: Labelled): Label {
  const label = { code: identifier, title: item_name ?? '', detail: sku_condition === null ? '' : conditionName(sku_condition), isLarge: false };
  return product_id === null ? label : { ...label, productId: product_id };
}

export function locationLabel({ code, name, zone }: { code: string; name: string | null; zone: string | null }): Label {
  return { code, title: name ?? '', detail: zone === null ? '' : `Zone ${zone}`, isLarge: true };
}
