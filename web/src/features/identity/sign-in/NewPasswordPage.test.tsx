import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn, token } from '../../../../test/server.ts';
import { NewPasswordPage } from './NewPasswordPage.tsx';

it('continues with a full token once the generated password is replaced', async () => {
  signedIn({ mustChangePassword: true });
  const sent: unknown[] = [];
  server.use(
    http.post('/api/user/password', async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1)
        return HttpResponse.json({ error: { code: 'rule_violated', message: 'The password is wrong', reason: 'wrong_password' } }, { status: 422 });
      return HttpResponse.json({ success: true });
    }),
    http.post('/api/refresh', () => HttpResponse.json({ token: token(), refreshToken: 'refresh-2' })),
  );
  const onDone = vi.fn();
  const user = openPage(() => <NewPasswordPage onDone={onDone} />, {});
  await user.type(await screen.findByLabelText('Generated password'), 'generated one');
  await user.type(screen.getByLabelText('New password'), 'a password of mine');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The password is wrong');
  expect(onDone).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent[1]).toEqual({ current: 'generated one', password: 'a password of mine' });
});
