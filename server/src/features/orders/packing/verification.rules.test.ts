import { expect, it } from 'vitest';
import { matchOf } from './verification.rules.ts';

const codes = { skus: ['X00KETTLEN', 'KETTLE-N'], gtins: ['00036000291452'] };

it.each([
  ['X00KETTLEN', 1],
  ['x00kettlen', 1],
  [' KETTLE-N\u001d', 1],
  ['036000291452', 2],
  ['0036000291452', 2],
  ['00036000291452', 2],
  ['036000291453', 0],
  ['B000KETTLE', 0],
  ['X00KETTLEG', 0],
  ['\u001d', 0],
])('matches %j as %i', (code, result) => {
  expect(matchOf(code, codes)).toBe(result);
});
