export interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  readonly to: string;
}

/** Checks the imports of the tree at `base` against the rules in `.dependency-cruiser.cjs`. */
export function cruiseImports(
  base: string,
  folders: readonly string[],
): Promise<{ readonly violations: readonly Violation[]; readonly modules: readonly { readonly source: string }[] }>;
