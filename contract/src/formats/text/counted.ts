import { numberText } from './number-text.ts';

/** `1 unit`, `3 units`, `1,204 units`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}
