/** A part of a parsed statement, as the grammar gives it. */
export type Tree = Readonly<Record<string, unknown>>;

export interface SchemaName {
  /** undefined where the statement leaves it to the search path. */
  readonly schema: string | undefined;
  readonly name: string;
}

export const STATEMENTS = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt'] as const;

/** A name in parts. */
export function qualified(parts: unknown): SchemaName {
  const names = list(parts).map((part) => String(tree(tree(part).String).sval));
  return { schema: names.at(-2), name: names.at(-1) ?? '' };
}

export function tableName({ schemaname, relname }: Tree): SchemaName {
  return { schema: typeof schemaname === 'string' ? schemaname : undefined, name: String(relname) };
}

/** Every part of a kind, however deep. */
export function findAll(node: unknown, wanted: string): Tree[] {
  if (Array.isArray(node)) return node.flatMap((part) => findAll(part, wanted));
  return Object.entries(tree(node)).flatMap(([name, value]) => [
    ...(name === wanted && typeof value === 'object' ? [tree(value)] : []),
    ...(typeof value === 'object' && value !== null ? findAll(value, wanted) : []),
  ]);
}

export function tree(node: unknown): Tree {
  return typeof node === 'object' && node !== null ? (node as Tree) : {};
}

export function list(node: unknown): readonly unknown[] {
  return Array.isArray(node) ? node : [];
}
