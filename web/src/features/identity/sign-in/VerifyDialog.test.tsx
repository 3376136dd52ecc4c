import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderInPage } from '../../../../test/open-page.tsx';
import { askToVerify } from '../../../api/step-up.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

vi.mock('./VerifyQuestion.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

it('leaves the page as it is, and offers to reload it, when the code of the question is gone after an update', async () => {
  renderInPage(
    <>
      <input aria-label="Name" defaultValue="Typed before" />
      <VerifyDialog />
    </>,
  );
  let answer: boolean | undefined;
  act(() => {
    void askToVerify().then((isVerified) => (answer = isVerified));
  });
  const dialog = await screen.findByRole('dialog', { name: 'This part of the page could not be loaded' });
  expect(dialog.textContent).toContain('Reload the page');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(answer).toBe(false));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Typed before');
});
