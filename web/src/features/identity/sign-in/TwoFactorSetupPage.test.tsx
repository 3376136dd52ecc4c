import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn, token } from '../../../../test/server.ts';
import { TwoFactorSetupPage } from './TwoFactorSetupPage.tsx';

it('continues with a full token once two-step sign-in is set up', async () => {
  signedIn({ mustSetUp: true });
  server.use(
    http.get('/api/user/profile', () => HttpResponse.json({ name: 'Ann', email: 'ann@example.com', hasTwoFactor: false, recoveryCodesLeft: 0 })),
    http.post('/api/user/two-factor/start', () => HttpResponse.json({ secret: 'ABCD', address: 'otpauth://totp/Stowage' })),
    http.post('/api/user/two-factor/confirm', () => HttpResponse.json({ recoveryCodes: ['1111-2222'] })),
    http.post('/api/refresh', () => HttpResponse.json({ token: token(), refreshToken: 'refresh-2' })),
  );
  const onDone = vi.fn();
  const user = openPage(() => <TwoFactorSetupPage onDone={onDone} />, {});
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  await user.type(screen.getByLabelText('Your password'), 'a password');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('1111-2222')).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'I stored them' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});

it('ends the session on the server when the person signs out instead', async () => {
  signedIn({ mustSetUp: true });
  const bodies: unknown[] = [];
  server.use(
    http.post('/api/logout', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  const user = openPage(() => <TwoFactorSetupPage onDone={vi.fn()} />, {});
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(bodies).toEqual([{ refreshToken: expect.any(String) }]));
});
