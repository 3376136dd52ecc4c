import { numberText } from '@stowage/contract/formats/text/number-text';

/** A percentage with at most one decimal: `42.9 %`. */
export function percentText(percent: number): string {
  return `${numberText(percent, { maximumFractionDigits: 1 })} %`;
}
