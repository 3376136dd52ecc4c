import { expect, it } from 'vitest';
import { dueText } from './due.ts';

const claim = { opensOn: '2026-11-16', dueOn: '2026-11-24' };

it.each([
  ['2026-11-15T12:00:00Z', 'Claim opens in 1 day', 'neutral'],
  ['2026-11-20T12:00:00Z', 'Claim due in 4 days', 'bad'],
  ['2026-11-24T12:00:00Z', 'Claim ends today', 'bad'],
  // The evening in Seattle, where claims are filed.
  ['2026-11-25T07:59:00Z', 'Claim ends today', 'bad'],
  ['2026-11-25T08:01:00Z', 'Claim ended 1 day ago', 'bad'],
])('at %s says “%s”', (now, text, tone) => {
  expect(dueText(claim, new Date(now))).toEqual({ text, tone });
});
