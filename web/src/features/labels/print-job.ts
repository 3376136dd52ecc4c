import type { Label } from '@stowage/contract/labels/labels';

/** Labels with the number of copies of each. */
export interface PrintJob {
  readonly labels: readonly Label[];
  readonly copies: number;
}
