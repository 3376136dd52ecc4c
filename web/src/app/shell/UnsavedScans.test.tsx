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

const said = (states: string[]) => {
  queued.states = states;
  const { unmount } = render(<UnsavedScans onOpen={() => {}} />);
  const text = screen.getByRole('status').textContent;
  unmount();
  return text;
};

it('counts a scan that is sent again with those behind it, and none that is on its way', () => {
  expect(said(['pending', 'done'])).toBe('');
  expect(said(['pending', 'pending', 'retrying', 'done'])).toBe('3 scans not saved');
  expect(said(['pending', 'failed'])).toBe('1 scan not saved');
});
