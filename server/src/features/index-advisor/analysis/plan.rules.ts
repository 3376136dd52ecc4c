/** A plan of the planner. */
export interface Plan<Index> {
  readonly cost: number;
  /** The estimated number of rows. */
  readonly rows: number;
  /** Whether a LIMIT may stop the plan early, so that the costs of its nodes are upper bounds. */
  readonly stopsEarly: boolean;
  /** The hypothetical indexes in the plan. */
  readonly used: ReadonlySet<Index>;
  /** The names of all indexes in the plan. */
  readonly indexNames: ReadonlySet<string>;
  readonly sequentialScans: readonly SequentialScan[];
}

export interface SequentialScan {
  readonly schema: string;
  readonly table: string;
  readonly alias: string;
  readonly cost: number;
  /** The condition on the alias as SQL; undefined when the scan returns all rows. */
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

/** Reads the JSON of EXPLAIN. @param names the hypothetical indexes by their names in the plan */
export function readPlan<Index>(plan: unknown, names: ReadonlyMap<string, Index>): Plan<Index> {
  const nodes = flatten(plan as Node);
  const used = nodes.flatMap((node) => names.get(node['Index Name'] ?? '') ?? []);
  const sequentialScans = nodes
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
  return { cost, rows, stopsEarly: nodes.some((node) => node['Node Type'] === 'Limit'), used: new Set(used), indexNames, sequentialScans };
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
