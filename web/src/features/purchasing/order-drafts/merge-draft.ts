import { type Fields, rebase } from '../../../shared/meanwhile/rebase.ts';
import { byKey, type DraftForm, type FormLine } from './draft-form.ts';

interface Merged<T> {
  readonly value: T;
  /** The names of what both sides changed differently. The value is that of the form. */
  readonly both: readonly string[];
}

const HEADER_NAMES = { poNumber: 'the PO number', vendor: 'the vendor', expectedOn: 'the expected date', notes: 'the notes' };
const NO_VALUES = { supplier_sku: '', quantity: '', cost: '' };

/** The form after somebody saved: as it was saved, with what was changed in the form since `seen`, line by line. */
export function mergedForm(typed: DraftForm, seen: DraftForm, saved: DraftForm): Merged<DraftForm> {
  const header = rebase(headerOf(seen), headerOf(typed), headerOf(saved));
  const lines = mergedLines(typed.lines, seen.lines, saved.lines);
  const both = header.changed.filter(({ isMineToo }) => isMineToo).map(({ field }) => HEADER_NAMES[field]);
  return { value: { ...header.mine, lines: lines.value }, both: [...both, ...lines.both] };
}

function mergedLines(typed: readonly FormLine[], seen: readonly FormLine[], saved: readonly FormLine[]): Merged<readonly FormLine[]> {
  const [mine, before, theirs] = [byKey(typed), byKey(seen), byKey(saved)];
  const merged = [...new Set([...theirs.keys(), ...mine.keys(), ...before.keys()])].map((key) => mergedLine(mine.get(key), before.get(key), theirs.get(key)));
  return { value: merged.flatMap(({ value }) => value ?? []), both: merged.flatMap(({ both }) => both) };
}

/** undefined is a line that is not there. */
function mergedLine(mine: FormLine | undefined, before: FormLine | undefined, theirs: FormLine | undefined): Merged<FormLine | undefined> {
  if (mine !== undefined && theirs !== undefined) {
    const { mine: values, changed } = rebase(before === undefined ? NO_VALUES : valuesOf(before), valuesOf(mine), valuesOf(theirs));
    return { value: { ...theirs, ...values }, both: changed.some(({ isMineToo }) => isMineToo) ? [mine.product_name] : [] };
  }
  const only = mine ?? theirs;
  if (only === undefined || before === undefined) return { value: only, both: [] };
  // One side removed the line. It stays removed, unless the form has changed it.
  const isChanged = JSON.stringify(valuesOf(only)) !== JSON.stringify(valuesOf(before));
  return { value: isChanged ? mine : undefined, both: isChanged ? [only.product_name] : [] };
}

function headerOf({ poNumber, vendor, expectedOn, notes }: DraftForm): Fields<keyof typeof HEADER_NAMES> {
  return { poNumber, vendor, expectedOn, notes };
}

function valuesOf({ supplier_sku, quantity, cost }: FormLine): Fields<keyof typeof NO_VALUES> {
  return { supplier_sku, quantity, cost };
}
