import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorPage } from './ErrorPage.tsx';

it('says what to do when the code of a page is gone after an update', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: http://stowage.test/assets/JobsPage-1a2b.js');
  render(<ErrorPage error={error} reset={() => {}} />);
  expect(screen.getByRole('alert').textContent).toBe(
    'This page could not be shownStowage was updated, or the connection was interrupted. Reload the page to go on.Reload the page',
  );
});
