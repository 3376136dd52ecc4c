import type { Label } from '@stowage/contract/labels/labels';

/** Labels with how many of each. */
export interface PrintJob {
  readonly labels: readonly Label[];
  readonly copies: number;
}
