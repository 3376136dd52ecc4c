import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMoment } from './moment.rules.ts';

it.each([
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T08:30:00+00:00', '2026-11-20T08:30:00.000Z'],
  ['2026-11-20T08:30:00-0800', '2026-11-20T16:30:00.000Z'],
  ['2026-11-20T08:30Z', '2026-11-20T08:30:00.000Z'],
  ['2024-02-29T23:59:59.123456Z', '2024-02-29T23:59:59.123Z'],
])('reads %s', (text, expected) => {
  expect(parseMoment(text)?.toISOString()).toBe(expected);
});

it.each([
  '',
  'soon',
  '1/2',
  '11/20/2026',
  '2026',
  '2026-11',
  '2026-02-31',
  '2025-02-29T00:00:00Z',
  '2026-13-01',
  '2026-11-20T08:30:00',
  '2026-11-20T25:00:00Z',
  '0000-01-01',
  '9999-01-01',
  '+012026-01-01',
  '20261120',
])('rejects %s as a time', (text) => {
  expect(parseMoment(text)).toBeUndefined();
});

it('reads every written time', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
      expect(parseMoment(date.toISOString())).toEqual(date);
    }),
  );
});
