import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { signedIn } from '../../../test/server.ts';
import { SlowLine } from '../../../test/slow-line.ts';
import { UploadDialog } from './UploadDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

it('says which file is being sent, and how far it is', async () => {
  signedIn();
  const onClose = vi.fn();
  const user = openPage(() => <UploadDialog files={[new File(['a,b'], 'a.csv'), new File(['c,d'], 'c.csv')]} onClose={onClose} />, {});
  const button = await screen.findByRole('button', { name: 'File' });
  vi.stubGlobal('XMLHttpRequest', SlowLine);
  await user.click(button);
  for (const nth of [1, 2]) {
    await screen.findByRole('button', { name: `Sending ${nth} of 2, 0 %` });
    const line = SlowLine.last;
    act(() => line.move(37, 100));
    await screen.findByRole('button', { name: `Sending ${nth} of 2, 37 %` });
    act(() => line.move(100, 100));
    await screen.findByRole('button', { name: 'Saving...' });
    act(() => line.answer({ id: nth, duplicates: [] }));
  }
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
