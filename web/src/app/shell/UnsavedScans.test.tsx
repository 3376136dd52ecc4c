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
