import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ChangeKind, PurchasingChange } from '@stowage/contract/purchasing/change-log';

type Details = Readonly<Record<string, unknown>>;
type Described = Pick<PurchasingChange, 'subject' | 'before' | 'after'>;

/** Finds the supplier SKU of a line. */
export type NameOfLine = (lineId: number) => string | null;

const FIELD_NAMES: Readonly<Record<string, string>> = {
  label: 'Label',
  shipmentId: 'Shipment id',
  carrier: 'Carrier',
  trackingNumber: 'Tracking',
  expectedOn: 'Expected date',
  boxes: 'Boxes',
  damaged: 'Damaged',
  notes: 'Notes',
  file: 'File',
  state: 'Status',
};

/** Describes a stored change in words. */
export function describeChange(kind: ChangeKind, details: Details, nameOf: NameOfLine): Described {
  const subject = nameOf(Number(details.lineId ?? details.id)) ?? textOf(details.code);
  return { subject, ...(DESCRIBED[kind]?.(details, nameOf) ?? { before: null, after: null }) };
}

/** The ids of the lines that a change mentions. */
export function linesOfChange(details: Details): number[] {
  const nested = [...rowsOf(details.decisions), ...rowsOf(details.changed)].map(({ lineId }) => lineId);
  return [details.lineId, details.id, ...nested].filter((id) => typeof id === 'number');
}

const DESCRIBED: Readonly<Partial<Record<ChangeKind, (details: Details, nameOf: NameOfLine) => Omit<Described, 'subject'>>>> = {
  CREATED: ({ lines }) => ({ before: null, after: unitsOf(lines) }),
  SPLIT: ({ lines }) => ({ before: null, after: `${unitsOf(lines)} to a new list` }),
  HEADER: ({ before, after }) => changedFields(before, after),
  QUANTITY: ({ before, after }) => ({ before: textOf(before), after: textOf(after) }),
  IMPORTED: ({ changed }, nameOf) => ({ before: listed(changed, nameOf, 'before'), after: listed(changed, nameOf, 'after') }),
  RECEIPT: ({ before, after }) => ({ before: textOf(before), after: textOf(after) }),
  LINE: ({ before, after }) => changedFields(before, after),
  LINE_ADDED: ({ ordered, reason }) => ({ before: null, after: `${numberOf(ordered)} ordered: ${textOf(reason) ?? ''}` }),
  LINE_REMOVED: ({ quantity }) => ({ before: textOf(quantity), after: null }),
  CLOSED: ({ decisions }, nameOf) => ({
    before: null,
    after:
      rowsOf(decisions)
        .map((one) => decisionText(one, nameOf))
        .join('; ') || 'Nothing was short, over or damaged',
  }),
  REOPENED: ({ reason }) => ({ before: null, after: textOf(reason) }),
  UNEXPECTED: ({ outcome, quantity, lineId }, nameOf) => ({
    before: null,
    after: `${numberOf(quantity)} ${words(outcome)}${typeof lineId === 'number' ? ` as ${nameOf(lineId) ?? lineId}` : ''}`,
  }),
};

/** Describes the fields in which two records differ. */
function changedFields(before: unknown, after: unknown): Omit<Described, 'subject'> {
  const [old, now] = [recordOf(before), recordOf(after)];
  const fields = Object.keys(FIELD_NAMES).filter((name) => name in now && old[name] !== now[name]);
  const describe = (values: Details) =>
    fields.map((name) => `${FIELD_NAMES[name]}: ${(name === 'state' ? words(values[name]) : textOf(values[name])) || '–'}`).join(', ') || null;
  return { before: describe(old), after: describe(now) };
}

function unitsOf(lines: unknown): string {
  const rows = rowsOf(lines);
  const units = rows.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  return `${counted(units, 'unit')} of ${counted(rows.length, 'line')}`;
}

/** A description names this many lines. */
const NAMED = 5;

function listed(changed: unknown, nameOf: NameOfLine, which: 'before' | 'after'): string {
  const rows = rowsOf(changed);
  const named = rows.slice(0, NAMED).map((row) => `${nameOf(Number(row.lineId)) ?? row.lineId}: ${textOf(row[which]) ?? '–'}`);
  return [...named, ...(rows.length > NAMED ? [`and ${numberOf(rows.length - NAMED)} more`] : [])].join(', ');
}

function decisionText({ lineId, quantity, difference, decision }: Details, nameOf: NameOfLine): string {
  return `${nameOf(Number(lineId)) ?? lineId}: ${numberOf(quantity)} ${words(difference)}, ${words(decision)}`;
}

/** Turns `FOUND_LATER` into `found later`. */
function words(value: unknown): string {
  return String(value ?? '')
    .toLowerCase()
    .replaceAll('_', ' ');
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? numberOf(value) : String(value);
}

function numberOf(value: unknown): string {
  return numberText(Number(value));
}

function rowsOf(value: unknown): Details[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Details {
  return typeof value === 'object' && value !== null ? (value as Details) : {};
}
