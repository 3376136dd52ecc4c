import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { QueryResult } from './QueryResult.tsx';

const refetch = vi.fn();
const show = (query: { data?: unknown; error?: Error }) =>
  render(
    <QueryResult query={{ data: query.data, error: query.error ?? null, refetch }} failure="The jobs could not be loaded" empty={<p>No jobs</p>}>
      {() => <p>Rows</p>}
    </QueryResult>,
  );

it('shows a skeleton while there is neither data nor an error', () => {
  show({});
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});

it('shows the error with a retry when there is no data', async () => {
  show({ error: new Error('The server does not answer') });
  expect(screen.getByRole('alert').textContent).toContain('The jobs could not be loadedThe server does not answer');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
});

it('shows the error as a banner, also above older content', () => {
  const query = { error: new Error('The server does not answer'), refetch };
  const shown = (data: unknown) => (
    <QueryResult query={{ ...query, data }} look="banner" failure="Failed to load the jobs">
      {() => <p>Rows</p>}
    </QueryResult>
  );
  const { rerender } = render(shown(undefined));
  expect(screen.getByRole('alert').textContent).toBe('Failed to load the jobs: The server does not answerTry again');
  expect(screen.queryByText('Rows')).toBeNull();
  rerender(shown([1]));
  expect(screen.getByRole('alert').textContent).toContain('Failed to load the jobs');
  expect(screen.getByText('Rows')).toBeTruthy();
});

it('keeps the content with a notice when a refresh failed', () => {
  show({ data: [1], error: new Error('The server does not answer') });
  expect(screen.getByText('Rows')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Not up to date: The server does not answer');
});

it.each<[string, unknown]>([
  ['an array', []],
  ['a page with a cursor', { rows: [], next: null }],
  ['a numbered page', { data: [], totalCount: 0 }],
  ['an infinite query', { pages: [[]] }],
])('shows the empty state of %s', (_, data) => {
  show({ data });
  expect(screen.getByText('No jobs')).toBeTruthy();
});

it('shows the content of a page beyond the last, so that its pagination can go back', () => {
  show({ data: { data: [], totalCount: 12 } });
  expect(screen.getByText('Rows')).toBeTruthy();
});
