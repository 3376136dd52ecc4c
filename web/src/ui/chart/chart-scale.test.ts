import { describe, expect, it } from 'vitest';
import { axisTop, onlyLabel, valuesAbove } from './chart-scale.ts';

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
