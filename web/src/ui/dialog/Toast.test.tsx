import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ToastProvider, toast } from './Toast.tsx';

it('takes room from dialogs as long as it is shown', async () => {
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  const room = () => document.documentElement.style.getPropertyValue('--toasts');
  render(<ToastProvider>{null}</ToastProvider>);
  expect(room()).toBe('0px');
  toast('bad', 'Not saved');
  await waitFor(() => expect(room()).toBe('74px'));
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(room()).toBe('0px'));
});
