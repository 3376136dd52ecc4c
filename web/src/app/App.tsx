import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createLiveConnection, LiveContext } from '../api/live-connection.ts';
import { createQueryClient } from '../api/query.ts';
import { VerifyDialog } from '../features/identity/sign-in/VerifyDialog.tsx';
import { ToastProvider } from '../ui/dialog/Toast.tsx';
import { BulkPanel } from './bulk/BulkPanel.tsx';
import { createAppRouter } from './router.tsx';
import { useSessionChanges } from './use-session-changes.ts';

export function App() {
  const [queries] = useState(createQueryClient);
  const [live] = useState(createLiveConnection);
  const [router] = useState(createAppRouter);
  useSessionChanges(queries, router);
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
