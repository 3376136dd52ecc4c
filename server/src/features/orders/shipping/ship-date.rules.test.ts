import { DAY_MS } from '@stowage/contract/formats/durations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn } from '../../../platform/formats/zone-day.ts';
import { shipMoment } from './ship-date.rules.ts';

const at = (text: string) => new Date(text);
const orderedAt = at('2026-11-18T15:00:00Z');
const shippedAt = at('2026-11-20T10:30:00Z');
const now = at('2026-11-20T14:00:00Z');

it.each([
  [undefined, 'UTC', '2026-11-20T10:30:00.000Z'],
  ['2026-11-20', 'UTC', '2026-11-20T10:30:00.000Z'],
  ['2026-11-19', 'UTC', '2026-11-19T12:00:00.000Z'],
  ['2026-11-18', 'UTC', '2026-11-18T15:00:00.000Z'],
  ['2026-11-19', 'America/New_York', '2026-11-19T17:00:00.000Z'],
  ['2026-11-21', 'Pacific/Auckland', '2026-11-20T14:00:00.000Z'],
])('%s in %s is sent as %s', (day, timeZone, moment) => {
  expect(shipMoment({ day, timeZone }, { orderedAt, shippedAt, now }).toISOString()).toBe(moment);
});

it.each([
  ['2026-11-21', 'UTC', 'ship_date_to_come'],
  ['2026-11-17', 'UTC', 'ship_date_before_order'],
  ['2026-11-18', 'Pacific/Auckland', 'ship_date_before_order'],
])('%s in %s is rejected: %s', (day, timeZone, reason) => {
  expect(() => shipMoment({ day, timeZone }, { orderedAt, shippedAt, now })).toThrow(expect.objectContaining({ extra: { reason } }));
});

it('is on the entered day, neither before the order nor in the future, in every time zone', () => {
  const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland');
  const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') });
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 0, max: 40 * DAY_MS }), fc.nat(), (timeZone, ordered, open, part) => {
      const known = { orderedAt: new Date(ordered), shippedAt: null, now: new Date(ordered + open) };
      const day = dayIn(new Date(ordered + (open === 0 ? 0 : part % open)), timeZone);
      const reported = shipMoment({ day, timeZone }, known);
      expect(dayIn(reported, timeZone)).toBe(day);
      expect(reported >= known.orderedAt && reported <= known.now).toBe(true);
    }),
  );
});
