import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Column, DataTable } from './DataTable.tsx';

const columns: readonly Column<{ id: number }>[] = [
  { name: 'code', heading: 'Code', widthPx: 50, cell: ({ id }) => id },
  { name: 'product', heading: 'Product', widthPx: 125, cell: ({ id }) => id },
];

function show() {
  // jsdom has no layout: every column is 100 pixels wide.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 36));
  render(<DataTable label="Lines" resizing={{ storageKey: 'widths', minWidthPx: 50 }} columns={columns} rows={[{ id: 1 }]} keyOf={({ id }) => id} />);
}
const stored = () => JSON.parse(localStorage.getItem('widths') ?? 'null');
const drawn = () => [...document.querySelectorAll('col')].map(({ style }) => style.width);

it("sets a column's width by dragging its edge, not below the minimum, and stores it when the drag ends", () => {
  show();
  expect(drawn()).toEqual(['50px', '125px']);
  const edge = Object.assign(screen.getByRole('separator', { name: 'Width of Code' }), { setPointerCapture: () => {} });
  const written = vi.spyOn(Storage.prototype, 'setItem');
  fireEvent.pointerDown(edge, { clientX: 100, pointerId: 1 });
  for (const clientX of [110, 120, 160]) fireEvent.pointerMove(edge, { clientX });
  // The other columns keep their displayed width; the last one takes the rest.
  expect(drawn()).toEqual(['160px', '']);
  expect(written).not.toHaveBeenCalled();
  fireEvent.pointerUp(edge);
  expect(stored()).toEqual({ code: 160, product: 100 });
  fireEvent.pointerDown(edge, { clientX: 100, pointerId: 1 });
  fireEvent.pointerMove(edge, { clientX: 3 });
  fireEvent.pointerUp(edge);
  expect([drawn()[0], stored().code]).toEqual(['50px', 50]);
});

it('changes the width with the arrow keys', () => {
  show();
  const edge = screen.getByRole('separator', { name: 'Width of Code' });
  fireEvent.keyDown(edge, { key: 'ArrowRight' });
  expect([drawn()[0], stored().code]).toEqual(['110px', 110]);
  fireEvent.keyDown(edge, { key: 'Tab' });
  expect(drawn()[0]).toBe('110px');
});

it('leaves a narrow column that nobody drags as it is, and all headings as they look', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 44, 36));
  const select = { heading: 'Select', isFixed: true, widthPx: 44, cell: () => '' } as const;
  const list = (stored: Record<string, number>) => (
    <DataTable
      label="Lines"
      resizing={{ stored, onStore: () => {}, minWidthPx: 50 }}
      columns={[select, ...columns]}
      rows={[{ id: 1 }]}
      keyOf={({ id }) => id}
    />
  );
  const { rerender } = render(list({}));
  const looks = () => screen.getAllByRole('columnheader').map(({ className }) => className.includes('first:pl-4') && !className.includes('align-bottom'));
  expect(looks()).toEqual([true, true, true]);
  rerender(list({ Select: 44, code: 70, product: 60 }));
  expect(drawn()).toEqual(['44px', '70px', '']);
  expect(looks()).toEqual([true, true, true]);
});
