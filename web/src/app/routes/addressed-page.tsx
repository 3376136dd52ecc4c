import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { AddressProps, ChangeAddress } from '../../ui/table/change-address.ts';
import { LabelsProvider } from '../shell/labels.tsx';

export type AnyPage = ComponentType<AddressProps<object>>;

/** A page that gets the address of its route, and can print labels. */
export function withAddress(path: string, Page: AnyPage, useProps: () => object = () => ({})) {
  return withLabels(function AddressedPage() {
    const address: object = useSearch({ strict: false });
    const navigate = useNavigate({ from: path as never });
    const onAddress: ChangeAddress<object> = (change, replaces = false) =>
      void navigate({ search: ((previous: object) => ({ ...previous, ...change })) as never, replace: replaces });
    return <Page {...useProps()} address={address} onAddress={onAddress} />;
  });
}

/** A page that can print labels. */
export function withLabels(Page: ComponentType) {
  return function PageWithLabels() {
    return (
      <LabelsProvider>
        <Page />
      </LabelsProvider>
    );
  };
}
