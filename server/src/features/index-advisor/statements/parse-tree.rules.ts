/** A node of a parsed statement. */
export type Tree = Readonly<Record<string, unknown>>;

export interface SchemaName {
  /** undefined for an unqualified name. */
  readonly schema: string | undefined;
  readonly name: string;
}

export const STATEMENTS = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt'] as const;

/** Reads a qualified name. */
export function qualified(parts: unknown): SchemaName {
  const names = list(parts).map((part) => String(tree(tree(part).String).sval));
  return { schema: names.at(-2), name: names.at(-1) ?? '' };
}

export function tableName({ schemaname, relname }: Tree): SchemaName {
  return { schema: typeof schemaname === 'string' ? schemaname : undefined, name: String(relname) };
}

/** All nodes of a kind, at any depth. */
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
