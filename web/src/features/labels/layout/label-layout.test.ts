import { LABEL_SIZE } from '@stowage/contract/labels/labels';
import { expect, it } from 'vitest';
import { layOut } from './label-layout.ts';

const MONO_WIDTH = 0.6;

it.each(['A-1', 'WAREHOUSE-2-AISLE-14-BAY03-BIN-A', 'WALK-SKU-LONG-ABCDEFGHIJKLMNOPQRSTUVWXYZ'])('prints the whole code %s, at a size that fits', (code) => {
  for (const isLarge of [true, false]) {
    const { texts } = layOut({ code, title: 'Bin', detail: '', isLarge });
    const printed = texts.find(({ text }) => text === code);
    expect(printed && printed.size * MONO_WIDTH * code.length).toBeLessThanOrEqual(LABEL_SIZE.width);
  }
});

it('prints short codes as large as before', () => {
  const sizeOf = (isLarge: boolean) => layOut({ code: 'X00KETTLEN', title: 'Kettle', detail: 'New', isLarge }).texts.find(({ font }) => font === 'mono')?.size;
  expect([sizeOf(false), sizeOf(true)]).toEqual([10, 16]);
});
