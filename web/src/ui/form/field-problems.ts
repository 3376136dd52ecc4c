interface Invalid {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** The problem of each field of a checked form, by the field's name. */
export function fieldProblems(error: Invalid | undefined): Record<string, string> {
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}
