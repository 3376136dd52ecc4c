import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createQueryClient } from '../api/query.ts';
import { onSessionChange, storedToken } from '../api/session.ts';
import { ToastProvider } from '../ui/dialog/Toast.tsx';
import { createAppRouter } from './router.tsx';

export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(createAppRouter);
  useEffect(
    () =>
      onSessionChange(() => {
        if (storedToken() !== undefined) return;
        // Nobody is signed in any more: what the last person read goes with them.
        queries.clear();
        void router.navigate({ to: '/' });
      }),
    [queries, router],
  );
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  );
}
