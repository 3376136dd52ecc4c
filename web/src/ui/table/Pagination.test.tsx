import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Pagination } from './Pagination.tsx';

it.each([
  [99, 51, 25, 2],
  [3, 50, 25, 1],
  [7, 0, 25, 0],
])('page %i of %i results by %i is the last one', (page, totalCount, pageSize, last) => {
  const onPage = vi.fn();
  render(<Pagination {...{ page, pageSize, totalCount, onPage }} />);
  expect(onPage.mock.calls).toEqual([[last, true]]);
});

it('stays on an existing page, also while the count belongs to other rows', () => {
  const onPage = vi.fn();
  render(
    <>
      <Pagination page={2} pageSize={25} totalCount={51} onPage={onPage} />
      <Pagination page={99} pageSize={25} totalCount={51} isOld onPage={onPage} />
    </>,
  );
  expect(screen.getAllByRole('button', { name: 'Page 3' })[0]?.getAttribute('aria-current')).toBe('page');
  expect(onPage).not.toHaveBeenCalled();
});

it.each([
  [false, 'Showing 1 to 10 of 10,000 results'],
  [true, 'Showing 1 to 10 of more than 10,000 results'],
])('names the number of results (older ones: %s)', (hasOlder, text) => {
  render(<Pagination page={0} pageSize={10} totalCount={10_000} hasOlder={hasOlder} onPage={vi.fn()} />);
  expect(screen.getByRole('navigation').querySelector('p')?.textContent).toBe(text);
});
