import type { RowProblem, Value, Values } from '@stowage/contract/spreadsheets/values';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { AppliedRow, Author, RowToApply, SpreadsheetKind, SpreadsheetRecord } from './spreadsheet-kind.ts';

/** A kind whose rows add and change records that have a key. All functions work on many records at once. */
export interface RecordKind extends Pick<SpreadsheetKind, 'name' | 'rule' | 'keysOf' | 'lock' | 'announce'> {
  /** For each row: the id of its record, null for a new one or its `newKey` where several spellings name one record, or problems. */
  find(db: DatabaseTransaction, rows: readonly SpreadsheetRecord[]): Promise<readonly (string | null | NewKey | readonly RowProblem[])[]>;
  /** The present values of records by id, of every column that a row can change. */
  read(db: DatabaseTransaction, ids: readonly string[]): Promise<ReadonlyMap<string, Values>>;
  /** A row's values as its record would have them, if they are stored in another form: `08:00` of `8:00`. @param present the record's */
  stored?(values: Values, present: Values): Values;
  /** @returns the ids, in the order of the rows */
  insert(tx: DatabaseTransaction, rows: readonly SpreadsheetRecord[], author: Author): Promise<readonly string[]>;
  /** Sets the values that are present; null clears one. */
  update(tx: DatabaseTransaction, changes: readonly { readonly id: string; readonly values: Values }[], author: Author): Promise<void>;
  /** Removes records that a file added. @throws AppError `conflict` that names what depends on them */
  remove(tx: DatabaseTransaction, ids: readonly string[], author: Author): Promise<void>;
}

interface NewKey {
  readonly newKey: string;
}

export function recordKind({ find, read, stored = (values) => values, insert, update, remove, ...kind }: RecordKind): SpreadsheetKind {
  return {
    ...kind,
    async check(db, rows) {
      const found = await find(db, rows);
      const present = await read(db, [...new Set(found.filter((one) => typeof one === 'string'))]);
      return found.map((one, nth) => {
        if (one === null) return { found: null };
        if (typeof one !== 'string') return 'newKey' in one ? { found: null, key: one.newKey } : { problems: one };
        const values = present.get(one) ?? {};
        return { found: { id: one, values }, stored: stored(rows[nth]?.values ?? {}, values) };
      });
    },

    async apply(tx, rows, author) {
      const added = rows.filter(({ id }) => id === null);
      const changed = rows.flatMap((row) => (row.id === null ? [] : [{ row, id: row.id, values: differing(row) }]));
      const ids = added.length > 0 ? await insert(tx, added, author) : [];
      if (changed.length > 0) await update(tx, changed, author);
      const present = await read(tx, [...ids, ...changed.map(({ id }) => id)]);
      return [
        ...added.map(({ row }, nth): AppliedRow => ({ row, id: ids[nth] ?? '', before: null, after: present.get(ids[nth] ?? '') ?? {} })),
        ...changed.map(({ row, id }): AppliedRow => ({ row: row.row, id, ...changeOf(row.before ?? {}, present.get(id) ?? {}) })),
      ];
    },

    async undo(tx, rows, author) {
      const present = await read(
        tx,
        rows.map(({ id }) => id),
      );
      for (const { row, id, after } of rows) {
        const now = present.get(id);
        const [column] =
          now === undefined ? ['record'] : (Object.entries(stored(after as Values, now)).find(([name, value]) => !isSame(now[name], value)) ?? []);
        if (column === undefined) continue;
        const what = now === undefined ? 'its record is gone' : `its ${column.replaceAll('_', ' ')} was changed later`;
        throw new AppError('conflict', `Row ${row} can't be undone: ${what}`, { reason: 'later_change' });
      }
      const restored = rows.flatMap(({ id, before }) => (before === null || Object.keys(before).length === 0 ? [] : [{ id, values: before }]));
      const added = rows.filter(({ before }) => before === null).map(({ id }) => id);
      if (restored.length > 0) await update(tx, restored, author);
      if (added.length > 0) await remove(tx, added, author);
    },
  };
}

/** The values of a row that differ from those of its record. */
function differing({ values, before }: RowToApply): Values {
  return Object.fromEntries(Object.entries(values).filter(([column, value]) => before !== null && column in before && !isSame(before[column], value)));
}

/** The columns that an update changed, also those that follow from others. */
function changeOf(before: Values, now: Values): { before: Values; after: Values } {
  const changed = Object.keys(now).filter((column) => !isSame(before[column], now[column]));
  const only = (values: Values) => Object.fromEntries(changed.map((column) => [column, values[column] ?? null]));
  return { before: only(before), after: only(now) };
}

/** `8.5` equals `8.50`. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  const [left, right] = [a ?? null, b ?? null];
  if (left === null || right === null) return left === right;
  if (left === right || String(left) === String(right)) return true;
  return isDecimal(left) && isDecimal(right) && Number(left) === Number(right);
}

const isDecimal = (value: Value) => /^-?\d{1,12}\.\d{1,4}$|^-?\d{1,12}$/.test(String(value)) && !/^0\d/.test(String(value));
