import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { createQueryClient } from '../src/api/query.ts';
import { ToastProvider } from '../src/ui/dialog/Toast.tsx';

interface PageProps<Address> {
  readonly address: Address;
  readonly onAddress: (change: Partial<Address>) => void;
}

/** Shows a page as the router does: with an address that it reads and changes. */
export function openPage<Address extends object>(Page: ComponentType<PageProps<Address>>, address: Address): UserEvent {
  function Route() {
    const [current, setCurrent] = useState(address);
    return <Page address={current} onAddress={(change) => setCurrent((previous) => ({ ...previous, ...change }))} />;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <Route />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
