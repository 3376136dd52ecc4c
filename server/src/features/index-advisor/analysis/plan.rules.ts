/** What the planner would do. */
export interface Plan<Index> {
  readonly cost: number;
  /** How many rows it would find. */
  readonly rows: number;
  /** Whether any part of it may stop before it has read all, so that its parts cost more than they will. */
  readonly stopsEarly: boolean;
  /** Which of the imagined indexes it would use. */
  readonly used: ReadonlySet<Index>;
  /** The names of all indexes that it would use. */
  readonly indexNames: ReadonlySet<string>;
  /** The tables that it would read from end to end. */
  readonly readWhole: readonly ReadWhole[];
}

export interface ReadWhole {
  readonly schema: string;
  readonly table: string;
  readonly alias: string;
  readonly cost: number;
  /** As SQL about the alias; undefined where every row is wanted. */
  readonly filter: string | undefined;
}

interface Node {
  readonly 'Node Type'?: string;
  readonly 'Total Cost'?: number;
  readonly 'Plan Rows'?: number;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Alias?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
}

/** Reads a plan as EXPLAIN tells it in JSON. @param names the imagined indexes, by the names that they have in it */
export function readPlan<Index>(plan: unknown, names: ReadonlyMap<string, Index>): Plan<Index> {
  const nodes = flatten(plan as Node);
  const used = nodes.flatMap((node) => names.get(node['Index Name'] ?? '') ?? []);
  const readWhole = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => ({
      schema: node.Schema ?? '',
      table: node['Relation Name'] ?? '',
      alias: node.Alias ?? '',
      cost: node['Total Cost'] ?? 0,
      filter: node.Filter,
    }));
  const { 'Total Cost': cost = 0, 'Plan Rows': rows = 0 } = plan as Node;
  const indexNames = new Set(nodes.flatMap((node) => node['Index Name'] ?? []));
  return { cost, rows, stopsEarly: nodes.some((node) => node['Node Type'] === 'Limit'), used: new Set(used), indexNames, readWhole };
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
