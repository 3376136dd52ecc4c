import type { PackageState } from '@stowage/contract/returns/returns';

interface Units {
  readonly isArrived: boolean;
  /** As the marketplace announced them. */
  readonly expected: number;
  /** Confirmed by a person, beyond those. */
  readonly extra: number;
  /** With a disposition: those that came, those that came as something else, and those that did not come. */
  readonly graded: number;
  readonly different: number;
  readonly short: number;
}

/** How far a box is. Nobody sets it: it follows from what was said of its units. */
export function packageState({ isArrived, expected, extra, graded, different, short }: Units): PackageState {
  if (graded === 0) return isArrived ? 'ARRIVED' : 'EXPECTED';
  if (graded < expected + extra) return 'IN_PROGRESS';
  return extra + different + short > 0 ? 'DISCREPANCY' : 'DONE';
}

/** A box to begin the demo with: one with several lines that nobody has opened yet, where there is one. */
export function sampleOf(packages: readonly { tracking_number: string; state: PackageState; lines: number }[]): string | null {
  const sample = packages.find(({ state, lines }) => state === 'EXPECTED' && lines > 1) ?? packages[0];
  return sample?.tracking_number ?? null;
}
