import type { Label } from '@stowage/contract/labels';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { barcodePicture } from './barcode.ts';
import { LabelDialog } from './LabelDialog.tsx';

const kettle: Label = { code: 'X00KETTLEN', title: 'Electric Kettle', detail: 'New', isLarge: false };

function open(labels: readonly Label[]) {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() });
  render(<LabelDialog labels={labels} onClose={() => {}} returnFocusTo={() => null} />);
  return { print, user: userEvent.setup(), sheet: () => document.querySelectorAll('.label-sheet > *') };
}
afterEach(() => vi.unstubAllGlobals());

it('prints as many copies as are wanted, each on a page of its own', async () => {
  const { print, user, sheet } = open([kettle, { ...kettle, code: 'A-1', isLarge: true }]);
  const copies = screen.getByLabelText('Copies of each');
  await user.clear(copies);
  expect(screen.getByText('A number from 1 to 99')).toBeTruthy();
  await user.type(copies, '3');
  await user.click(screen.getByRole('button', { name: 'Print 6 labels' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(sheet()).toHaveLength(6);
});

it('shows the code beside its barcode', () => {
  open([kettle]);
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(preview.getByAltText('Barcode X00KETTLEN')).toBeTruthy();
  expect(preview.getByText('Electric Kettle · New')).toBeTruthy();
});

it('has no barcode for what a barcode does not hold', () => {
  expect(barcodePicture('Ünit')).toBeUndefined();
  expect(barcodePicture('X00KETTLEN')).toMatch(/^data:image\/svg/);
});
