import { codeCell } from '@stowage/contract/formats/file-cells';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { TRACKING_COLUMNS, type TrackingField, type TrackingRow } from '@stowage/contract/orders/tracking-file';
import { CARRIERS, carrierOf, plainTrackingNumber } from '@stowage/contract/orders/tracking-numbers';
import type { FileColumns } from '../../../shared/table-files/file-columns.ts';
import type { TableFile } from '../../../shared/table-files/table-file.ts';

export type TrackingColumns = FileColumns<TrackingField>;

/** READY: can be entered. CHECK: the carrier does not fit the number. UNCHANGED: is entered already. */
export type RowResult = 'READY' | 'CHECK' | 'UNCHANGED' | 'REFUSED';

export interface FileRow extends Required<TrackingRow> {
  /** As in a spreadsheet. */
  readonly rowNumber: number;
  readonly result: RowResult;
  readonly message: string | null;
}

/** Reads the rows of a file, and finds what the file alone shows: missing cells, rows that contradict each other, other carriers. */
export function readTrackingRows({ rows, rowNumbers }: Pick<TableFile, 'rows' | 'rowNumbers'>, columns: TrackingColumns): FileRow[] {
  const byOrder = new Map<string, FileRow>();
  const byNumber = new Map<string, FileRow>();
  return rows.map((row, index) => {
    const cell = (field: TrackingField) => codeCell(columns[field] === undefined ? '' : row[columns[field]]);
    const read = {
      orderId: cell('orderId'),
      trackingNumber: cell('trackingNumber'),
      carrier: knownCarrier(cell('carrier')),
      shippingMethod: cell('shippingMethod'),
    };
    const number = plainTrackingNumber(read.trackingNumber);
    const problem = missingCell(read) ?? repeatedRow(byOrder.get(read.orderId), byNumber.get(number));
    const doubt = problem === undefined ? otherCarrier(read) : undefined;
    const result: RowResult = problem !== undefined ? 'REFUSED' : doubt !== undefined ? 'CHECK' : 'READY';
    const one: FileRow = { ...read, rowNumber: rowNumbers[index] ?? index + 2, result, message: problem ?? doubt ?? null };
    if (!byOrder.has(read.orderId)) byOrder.set(read.orderId, one);
    if (!byNumber.has(number)) byNumber.set(number, one);
    return one;
  });
}

const MAX_LENGTHS = { orderId: 40, trackingNumber: 1_000, carrier: 40, shippingMethod: 60 } as const;

function missingCell(row: TrackingRow): string | undefined {
  for (const { field, label, isRequired } of TRACKING_COLUMNS) {
    if (isRequired && row[field] === '') return `${label} is missing`;
    if (row[field].length > MAX_LENGTHS[field]) return `${label} is longer than ${numberText(MAX_LENGTHS[field])} characters`;
  }
  return undefined;
}

function repeatedRow(sameOrder: FileRow | undefined, sameNumber: FileRow | undefined): string | undefined {
  if (sameOrder !== undefined) return `Row ${sameOrder.rowNumber} has this order too. Enter several boxes on the order's page`;
  if (sameNumber !== undefined) return `Row ${sameNumber.rowNumber} has this number too`;
  return undefined;
}

const plainName = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** `Fed Ex` is the marketplace's FedEx. A name that it does not have stays. */
function knownCarrier(name: string): string {
  return CARRIERS.find((one) => plainName(one) === plainName(name)) ?? name;
}

/** Two carriers may hand a parcel on, so a person decides. */
function otherCarrier({ carrier, trackingNumber }: TrackingRow): string | undefined {
  const implied = carrierOf(trackingNumber);
  const isKnown = CARRIERS.some((one) => one === carrier);
  return !isKnown || implied === undefined || carrier === implied ? undefined : `The number looks like one of ${implied}, not ${carrier}`;
}
