import { numberText } from '@stowage/contract/formats/text/number-text';
import type { PackingListLine, PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { barcodeOf } from '../../../shared/scan/barcode.ts';
import { dayText } from '../../../ui/format/date-time.ts';

interface ListSheetProps {
  readonly poNumber: string;
  readonly list: PackingListOption;
  readonly lines: readonly PackingListLine[];
}

const CELL = 'border-b border-[#999] px-1.5 py-1.5 align-middle';

/** A packing list on A4 paper, with barcodes and a column for handwritten counts. */
export function ListSheet({ poNumber, list, lines }: ListSheetProps) {
  const about = [
    ['PO', poNumber],
    ['Shipment id', list.shipment_id],
    ['Carrier', list.carrier],
    ['Tracking', list.tracking_number],
    ['Expected date', list.expected_date && dayText(list.expected_date)],
    ['Boxes', list.boxes && numberText(list.boxes)],
  ].filter(([, value]) => value !== null && value !== undefined);
  return (
    <div className="list-sheet text-[10pt] leading-tight" aria-hidden>
      <h1 className="text-[15pt] font-semibold">{list.label}</h1>
      <p className="mt-1">{about.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
      {list.notes !== null && <p className="mt-1">{list.notes}</p>}
      <table className="mt-3 w-full border-collapse text-left">
        <thead className="font-semibold">
          <tr>
            <th className={CELL}>Barcode</th>
            <th className={CELL}>Supplier SKU</th>
            <th className={CELL}>Product</th>
            <th className={`${CELL} text-right`}>Units</th>
            <th className={`${CELL} text-right`}>Received</th>
            <th className={`${CELL} w-[22mm]`}>Counted</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.stowage_supplier_po_id}>
              <td className={CELL}>
                <Code text={line.gtin} />
              </td>
              <td className={`${CELL} break-all`}>{line.supplier_sku}</td>
              <td className={CELL}>{line.product_name}</td>
              <td className={`${CELL} text-right`}>{numberText(line.packinglist_qty)}</td>
              <td className={`${CELL} text-right`}>{numberText(line.packing_list_received)}</td>
              <td className={CELL} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2">
        {numberText(lines.length)} lines, {numberText(list.units)} units
      </p>
    </div>
  );
}

/** The width of the narrowest bar in millimetres; every scanner can read it from paper. */
const BAR_MM = 0.25;
const HEIGHT_MM = 9;

function Code({ text }: { text: string }) {
  const barcode = barcodeOf(text);
  return (
    <>
      {barcode !== undefined && (
        <svg
          viewBox={`0 0 ${barcode.width} 1`}
          preserveAspectRatio="none"
          shapeRendering="crispEdges"
          className="block max-w-none bg-white"
          style={{ width: `${barcode.width * BAR_MM}mm`, height: `${HEIGHT_MM}mm` }}
          aria-hidden
        >
          {barcode.bars.map(({ at, width }) => (
            <rect key={at} x={at} y={0} width={width} height={1} fill="#000" />
          ))}
        </svg>
      )}
      <span className="block text-center font-mono text-[8pt]">{text}</span>
    </>
  );
}
