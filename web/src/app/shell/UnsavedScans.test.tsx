import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { receivingDelivery } from '../../features/purchasing/receiving/receiving-delivery.ts';
import { UnsavedScans } from './UnsavedScans.tsx';

const queued = vi.hoisted(() => ({ states: [] as string[] }));
vi.mock('../../shared/scan/use-scan-queue.ts', () => ({
  useScanQueue: (delivery: object) => ({ scans: delivery === receivingDelivery ? queued.states.map((state, id) => ({ id, state })) : [] }),
}));
beforeEach(() => {
  queued.states = [];
});

const textFor = (states: string[]) => {
  queued.states = states;
  const { unmount } = render(<UnsavedScans onOpen={() => {}} />);
  const text = screen.getByRole('status').textContent;
  unmount();
  return text;
};

it('counts a retried scan and the pending ones behind it, but not a scan that is being sent', () => {
  expect(textFor(['pending', 'done'])).toBe('');
  expect(textFor(['pending', 'pending', 'retrying', 'done'])).toBe('3 scans not saved');
  expect(textFor(['pending', 'failed'])).toBe('1 scan not saved');
});

it.each([
  ['quiet about scans that wait for a person', ['failed', 'choosing'], false],
  ['loud while the server can’t be reached', ['failed', 'retrying'], true],
])('is %s', (_look, states, isLoud) => {
  queued.states = states;
  render(<UnsavedScans onOpen={() => {}} />);
  const mark = screen.getByRole('button', { name: '2 scans not saved' });
  expect(mark.className.includes('bg-warn-soft')).toBe(isLoud);
});

it('does not count codes that nothing has, which need no answer', () => {
  expect(textFor(['refused', 'done'])).toBe('');
});
