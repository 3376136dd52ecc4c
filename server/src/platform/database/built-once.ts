import type { CompiledQuery, RawBuilder } from 'kysely';
import type { Database } from './connection/connect.ts';

/**
 * A statement whose text is built once, for short statements that run often: to build the text takes as long as to execute some of them.
 * @param build with the values in the order of their places in the statement, each used once
 */
export function builtOnce<Row, Values extends readonly unknown[]>(build: (...values: Values) => RawBuilder<Row>) {
  let built: CompiledQuery<Row> | undefined;
  return async (db: Database, ...values: Values): Promise<Row[]> => {
    built ??= build(...values).compile(db);
    const { rows } = await db.executeQuery<Row>({ ...built, parameters: values });
    return rows;
  };
}
