import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createLiveConnection, LiveContext } from '../api/live-connection.ts';
import { createQueryClient } from '../api/query.ts';
import { onSessionChange, storedToken } from '../api/session.ts';
import { VerifyDialog } from '../features/identity/sign-in/VerifyDialog.tsx';
import { showBulk } from '../shared/bulk/shown-bulk.ts';
import { ToastProvider } from '../ui/dialog/Toast.tsx';
import { BulkPanel } from './bulk/BulkPanel.tsx';
import { createAppRouter } from './router.tsx';

export function App() {
  const [queries] = useState(createQueryClient);
  const [live] = useState(createLiveConnection);
  const [router] = useState(createAppRouter);
  useEffect(
    () =>
      onSessionChange(() => {
        if (storedToken() !== undefined) return;
        // The next person must not see what the last one read.
        queries.clear();
        showBulk(undefined);
        // The sign-in page ends a session with a broken token, and stays.
        if (router.latestLocation.pathname !== '/login') void router.navigate({ to: '/' });
      }),
    [queries, router],
  );
  return (
    <QueryClientProvider client={queries}>
      <LiveContext value={live}>
        <ToastProvider>
          <RouterProvider router={router} />
          <BulkPanel />
          <VerifyDialog />
        </ToastProvider>
      </LiveContext>
    </QueryClientProvider>
  );
}
