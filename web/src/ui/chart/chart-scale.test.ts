import { afterEach, describe, expect, it } from 'vitest';
import { chooseDateFormat } from '../format/date-time.ts';
import { axisTop, onlyLabel, timeTicks, valuesAbove } from './chart-scale.ts';

const line = (name: string, ...values: (number | null)[]) => ({ name, values });

describe('the top of the axis', () => {
  it('stays automatic without a spike, without values and with zeros alone', () => {
    for (const values of [[], [0, 0, 0], [3, 5, 4, 8], [null, 7, null], [0, 0, 9]]) expect(axisTop([line('Received', ...values)])).toBeUndefined();
  });

  it('leaves out a spike that would flatten the other days', () => {
    const received = line('Received', 20_000, 40, 35, 52, 47, 50);
    expect(axisTop([received])).toBe(60);
    expect(valuesAbove(60, [received])).toEqual([{ name: 'Received', index: 0, value: 20_000 }]);
  });

  it('counts spikes of several lines on one day once', () => {
    const lines = [line('Received', 9_000, 40, 35), line('Returned', 4_000, 2, null)];
    expect(axisTop(lines)).toBe(46);
    expect(valuesAbove(46, lines).map(({ name }) => name)).toEqual(['Received', 'Returned']);
  });

  it('shows values that are often high', () => {
    expect(axisTop([line('Received', 900, 40, 950, 30, 870, 20)])).toBeUndefined();
  });
});

describe('the only label', () => {
  it('is the one with known values', () => {
    expect(onlyLabel([line('A', null, null, 4), line('B', null, null, 0)])).toBe(2);
    expect(onlyLabel([line('A', null, 1, 4)])).toBeUndefined();
    expect(onlyLabel([line('A', null, null)])).toBeUndefined();
  });
});

describe('the ticks of a time axis', () => {
  const ticksOf = (from: string, until: string) => {
    const { ticks, isOfDays } = timeTicks(Date.parse(from), Date.parse(until));
    return { ticks: ticks.map((at) => new Date(at).toISOString().slice(5, 16)), isOfDays };
  };

  afterEach(() => chooseDateFormat({}));

  it('are whole days of a long period, at the same distance', () => {
    chooseDateFormat({ timeZone: 'UTC' });
    const days = ['11-09', '11-12', '11-15', '11-18', '11-21', '11-24'];
    expect(ticksOf('2026-11-06T16:26Z', '2026-11-26T16:27Z')).toEqual({ ticks: days.map((day) => `${day}T00:00`), isOfDays: true });
  });

  it('are times of one day', () => {
    chooseDateFormat({ timeZone: 'UTC' });
    expect(ticksOf('2026-11-26T00:00Z', '2026-11-26T16:27Z')).toEqual({
      ...{ ticks: ['00', '03', '06', '09', '12', '15'].map((hour) => `11-26T${hour}:00`), isOfDays: false },
    });
    expect(ticksOf('2026-11-26T16:20Z', '2026-11-26T16:27Z').ticks).toHaveLength(8);
    expect(timeTicks(Number.NaN, Number.NaN).ticks).toEqual([]);
  });

  it('are midnights of the viewer’s time zone, also where its clocks change', () => {
    chooseDateFormat({ timeZone: 'America/New_York' });
    expect(ticksOf('2026-10-31T12:00Z', '2026-11-03T12:00Z')).toMatchObject({
      ticks: ['10-31T16:00', '11-01T04:00', '11-01T17:00', '11-02T05:00', '11-02T17:00', '11-03T05:00'],
    });
    expect(ticksOf('2026-10-30T12:00Z', '2026-11-04T12:00Z')).toEqual({
      ...{ ticks: ['10-31T04:00', '11-01T04:00', '11-02T05:00', '11-03T05:00', '11-04T05:00'], isOfDays: true },
    });
  });
});
