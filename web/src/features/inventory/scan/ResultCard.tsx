import { conditionName } from '@stowage/contract/catalog/conditions';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { HistoryRow } from '@stowage/contract/inventory/scan';
import { LastScan, NoScanYet } from '../../../shared/scan/LastScan.tsx';
import type { Scan } from './scan.ts';
import { isUnknownLook, lookOf, SCAN_LOOKS } from './scan-looks.ts';

/** The item's name, SKU and condition. */
export type Described = Pick<HistoryRow, 'item_name' | 'seller_sku' | 'sku_condition'>;

/** The last scan's result, item and location, readable from two meters. Why a scan was rejected stands at the field and in the list. */
export function ResultCard({ scan, row }: { scan: Scan | undefined; row: Described | undefined }) {
  if (scan === undefined) return <NoScanYet>Scan the first unit</NoScanYet>;
  const look = lookOf(scan, row);
  const stays = look === 'confirmed' || look === 'counted' || look === 'countedUnknown';
  return (
    <LastScan
      look={SCAN_LOOKS[look]}
      title={
        <>
          {scan.state === 'done' && ` ${stays ? 'in' : 'to'} ${scan.location}`}
          {isUnknownLook(look) && (row?.item_name === null ? ', not in the catalog' : ', without a listing')}
        </>
      }
    >
      {scan.result !== undefined && scan.state === 'done' && (
        <p className="text-2xl font-bold">
          {numberText(scan.result.counted)} {scan.result.expected !== null && `of ${numberText(scan.result.expected)} `}here
        </p>
      )}
      <p className="text-bench font-semibold [overflow-wrap:anywhere]">{row?.item_name ?? scan.code}</p>
      {row?.item_name && (
        <p className="text-base [overflow-wrap:anywhere]">
          {scan.code} · {row.seller_sku ?? 'N/A'} · {conditionName(row.sku_condition)}
        </p>
      )}
    </LastScan>
  );
}
