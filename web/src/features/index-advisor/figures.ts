import { numberText } from '@stowage/contract/formats/text/number-text';
import { HIGH_IMPROVEMENT_PERCENT, type IndexSuggestion } from '@stowage/contract/index-advisor/index-advisor';

/** The specification's format: ms below 1000, otherwise seconds with one decimal. */
export function duration(ms: number): string {
  if (ms < 0.1) return '< 0.1 ms';
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Rounds down, so that 99.9 % does not become 100 %. */
export function percent(value: number): string {
  return `${Math.floor(value)} %`;
}

/** A reduction or an increase: `91 % less cost`. @param of `cost` or `time` */
export function change(value: number, of: string): string {
  return value >= 0 ? `${percent(value)} less ${of}` : `${percent(-value)} more ${of}`;
}

export function isHigh(value: number): boolean {
  return value > HIGH_IMPROVEMENT_PERCENT;
}

/** Whether any of the statements was planned without its values. */
export function isGeneric({ statements }: Pick<IndexSuggestion, 'statements'>): boolean {
  return statements.some((statement) => statement.isGeneric);
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function size(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : numberText(Math.round(value))} ${UNITS[power]}`;
}
