import type { Label } from '@stowage/contract/labels/labels';

/** Labels with the number of copies of each. */
export interface PrintJob {
  readonly labels: readonly Label[];
  readonly copies: number;
  /** On label sheets: the first free label of the first sheet, from 1. */
  readonly first?: number;
}
