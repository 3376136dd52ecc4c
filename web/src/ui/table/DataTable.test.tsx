import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Column, DataTable } from './DataTable.tsx';

interface Line {
  readonly id: number;
}

const BOX_PX = 460;
const columns: readonly Column<Line>[] = [
  { heading: 'Line', cell: ({ id }) => `Line ${id}` },
  { heading: 'Qty', cell: ({ id }) => <input aria-label={`Qty of ${id}`} /> },
];

beforeEach(() => {
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(BOX_PX);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(46);
});
afterEach(() => vi.restoreAllMocks());

function Lines({ count }: { count: number }) {
  const [rows] = useState(() => Array.from({ length: count }, (_, id) => ({ id })));
  return <DataTable label="Lines" columns={columns} rows={rows} keyOf={({ id }) => id} mayBeLong />;
}

const drawn = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const indexOf = (row: Element | undefined) => row?.getAttribute('aria-rowindex');

it('draws all rows of a short table', () => {
  render(<Lines count={100} />);
  expect(drawn()).toHaveLength(100);
  expect(screen.queryByRole('region')).toBeNull();
});

it('draws only the rows in view of a long table, each with its index', () => {
  render(<Lines count={12_000} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('12001');
  expect(drawn().length).toBeLessThan(40);
  expect(drawn()[0]?.textContent).toBe('Line 0');
  expect([indexOf(drawn()[0]), indexOf(drawn().at(-1))]).toEqual(['2', String(drawn().length + 1)]);
});

it('keeps the row that has the focus when the table is scrolled', async () => {
  render(<Lines count={12_000} />);
  const box = screen.getByRole('region', { name: 'Lines, rows' });
  const field = screen.getByLabelText('Qty of 3');
  field.focus();
  fireEvent.scroll(box, { target: { scrollTop: 300_000 } });
  expect(screen.getByText('Line 6525')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(indexOf(drawn()[0])).toBe('5');
  expect(drawn().length).toBeLessThan(40);
});

it('scrolls by the height of the rows that are added above the one that is typed into, and not without one', () => {
  const rows = (from: number) => Array.from({ length: 12 - from }, (_, nth) => ({ id: nth + from }));
  const table = (from: number) => <DataTable label="Lines" columns={columns} rows={rows(from)} keyOf={({ id }) => id} />;
  const scrolled = vi.spyOn(window, 'scrollBy').mockReturnValue();
  vi.spyOn(HTMLInputElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLInputElement) {
    return new DOMRect(0, 46 * drawn().findIndex((row) => row.contains(this)));
  });
  const { rerender } = render(table(9));
  rerender(table(8));
  screen.getByLabelText('Qty of 10').focus();
  rerender(table(5));
  expect(scrolled.mock.calls).toEqual([[{ top: 3 * 46, behavior: 'instant' }]]);
});
