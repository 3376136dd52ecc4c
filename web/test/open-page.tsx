import type { Endpoint } from '@stowage/contract/endpoint';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type RenderResult, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type ComponentType, type ReactNode, useState } from 'react';
import { LiveContext } from '../src/api/live-connection.ts';
import { createQueryClient } from '../src/api/query.ts';
import { BulkPanel } from '../src/app/bulk/BulkPanel.tsx';
import { ToastProvider } from '../src/ui/dialog/Toast.tsx';
import { testConnection } from './live.ts';

interface PageProps<Address> {
  readonly address: Address;
  readonly onAddress: (change: Partial<Address>) => void;
}

let shown: QueryClient | undefined;

/** Starts to read what is on the page again, as it does when a person returns to its tab. */
export function readAgain(endpoint: Endpoint): void {
  act(() => void shown?.invalidateQueries({ queryKey: [endpoint.path] }));
}

/** What the application provides to every component: queries, live topics, toasts, the panel of actions for many records. */
export function TestPage({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  shown = queries;
  return (
    <QueryClientProvider client={queries}>
      <LiveContext value={testConnection}>
        <ToastProvider>
          {children}
          <BulkPanel />
        </ToastProvider>
      </LiveContext>
    </QueryClientProvider>
  );
}

/** Renders a component that has no address. */
export function renderInPage(children: ReactNode): RenderResult {
  return render(children, { wrapper: TestPage });
}

/** Shows a page as the router does: with an address that it reads and changes. */
export function openPage<Address extends object>(Page: ComponentType<PageProps<Address>>, address: Address): UserEvent {
  function Route() {
    const [current, setCurrent] = useState(address);
    return <Page address={current} onAddress={(change) => setCurrent((previous) => ({ ...previous, ...change }))} />;
  }
  renderInPage(<Route />);
  return userEvent.setup();
}
