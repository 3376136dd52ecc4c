import { render, screen, waitFor } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { server, signedIn } from '../../../test/server.ts';
import type { QueuedScan } from '../../shared/scan/scan-queue.ts';
import { closeScanQueues } from '../../shared/scan/scan-queues.ts';
import { UnsavedScans } from './UnsavedScans.tsx';

beforeEach(() => {
  closeScanQueues();
  signedIn();
});

/** Shows the scans of an earlier visit, which this device has stored, and how the server answers to them. */
const show = (states: readonly QueuedScan['state'][], answer: () => Response | Promise<Response> = HttpResponse.error) => {
  server.use(http.post('/api/receiveinventory/scan', answer));
  for (const [nth, state] of states.entries()) {
    const scan = { id: `scan-${nth}`, code: 'X00KETTLEN', at: nth, state, packingListId: 3, poNumber: '4711' };
    localStorage.setItem(`stowage.receiving.7.${scan.id}`, JSON.stringify(scan));
  }
  render(<UnsavedScans onOpen={() => {}} />);
};
const text = () => screen.getByRole('status').textContent;

it('counts a scan that was not saved, but not one that is being sent', async () => {
  let sent = 0;
  show(['failed', 'pending'], async () => {
    sent += 1;
    await delay('infinite');
    return HttpResponse.error();
  });
  await waitFor(() => expect(sent).toBe(1));
  expect(text()).toBe('1 scan not saved');
});

it('counts a retried scan and the pending ones behind it', async () => {
  show(['pending', 'pending', 'pending']);
  await waitFor(() => expect(text()).toBe('3 scans not saved'));
});

it.each([
  ['quiet about scans that wait for a person', ['failed', 'choosing'], false],
  ['loud while the server can’t be reached', ['failed', 'pending'], true],
] as const)('is %s', async (_look, states, isLoud) => {
  show(states);
  const mark = await screen.findByRole('button', { name: '2 scans not saved' });
  expect(mark.className.includes('bg-warn-soft')).toBe(isLoud);
});

it('does not count codes that nothing has, which need no answer', async () => {
  show(['pending'], () => HttpResponse.json({ error: { code: 'invalid_input', reason: 'not_an_identifier', message: 'Unknown' } }, { status: 400 }));
  await waitFor(() => expect(localStorage.getItem('stowage.receiving.7.scan-0')).toBeNull());
  // The list of scans is rendered after the storage has changed.
  await new Promise((resolve) => setTimeout(resolve));
  expect(text()).toBe('');
});
