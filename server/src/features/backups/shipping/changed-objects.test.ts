import { afterEach, expect, it, vi } from 'vitest';
import { followObjects } from './changed-objects.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('finds the objects that are written after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-20T12:00:00Z') });
  const written: { name: string; at: number }[] = [];
  const objects = {
    async *listSince(_folder: string, since: Date) {
      for (const { name, at } of written) if (at >= since.getTime()) yield name;
    },
  };
  const following = followObjects(objects, ['photos'], new Date());
  const look = async () => {
    const found = await following.since(new Date());
    following.confirm();
    return found.map(({ name }) => name);
  };
  expect(await look()).toEqual([]);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(300_000);
  written.push({ name: 'later.jpg', at: Date.now() });
  expect(await look()).toEqual([]);
  vi.advanceTimersByTime(301_000);
  expect(await look()).toEqual(['later.jpg']);
  expect(await look()).toEqual([]);
});
