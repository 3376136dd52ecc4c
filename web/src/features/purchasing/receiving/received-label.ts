import { conditionName } from '@stowage/contract/catalog/conditions';
import type { Label } from '@stowage/contract/labels/labels';
import type { ReceiptRow } from '@stowage/contract/purchasing/receiving';

/** @param copies the suggested number of copies */
export type PrintLabels = (labels: readonly Label[], copies?: number) => void;

/** The label for each unit of a scan. */
export function receivedLabel({ identifier, product_name, sku_condition }: ReceiptRow): Label {
  return { code: identifier, title: product_name, detail: sku_condition === null ? '' : conditionName(sku_condition), isLarge: false };
}
