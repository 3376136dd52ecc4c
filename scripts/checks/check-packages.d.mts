export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly license?: string; readonly dev?: boolean; readonly link?: boolean }>>;
}

/** A line for each package that runs under a license that nobody has allowed. */
export function unknownLicenses(lock: LockFile): string[];

/** A line for each severe advisory in the output of `npm audit --json`; undefined when the registry gave no report. */
export function severeAdvisories(output: string): string[] | undefined;
