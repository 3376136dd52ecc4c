import type { PackageState } from '@stowage/contract/returns/packages';

interface Units {
  readonly isArrived: boolean;
  /** Announced by the marketplace. */
  readonly expected: number;
  /** Beyond the announced units, confirmed by a person. */
  readonly extra: number;
  /** Units with a disposition, and among them those that differ from the line or are missing. */
  readonly graded: number;
  readonly different: number;
  readonly short: number;
}

/** The state of a package, derived from its units. */
export function packageState({ isArrived, expected, extra, graded, different, short }: Units): PackageState {
  if (graded === 0) return isArrived ? 'ARRIVED' : 'EXPECTED';
  if (graded < expected + extra) return 'IN_PROGRESS';
  return extra + different + short > 0 ? 'DISCREPANCY' : 'DONE';
}

/** A package to start the demo with: an expected one with several lines if there is one. */
export function sampleOf(packages: readonly { tracking_number: string; state: PackageState; lines: number }[]): string | null {
  const sample = packages.find(({ state, lines }) => state === 'EXPECTED' && lines > 1) ?? packages[0];
  return sample?.tracking_number ?? null;
}
