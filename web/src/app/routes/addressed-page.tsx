import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useMemo } from 'react';
import { only } from '../../shared/address-parts.ts';
import type { AddressProps, ChangeAddress } from '../../ui/table/change-address.ts';
import { LabelsProvider } from '../shell/labels.tsx';
import { stringifySearch } from './search-text.ts';

export type AnyPage = ComponentType<AddressProps<object>>;

type ReadAddress = (search: Record<string, unknown>) => object;

/** A page that gets the address of its route, and can print labels. */
export function withAddress(path: string, read: ReadAddress, Page: AnyPage, useProps: () => object = () => ({})) {
  const readOnly = only(read);
  return withLabels(function AddressedPage() {
    const search: Record<string, unknown> = useSearch({ strict: false });
    const address = useMemo(() => read(search), [search]);
    const navigate = useNavigate({ from: path as never });
    useEffect(() => {
      const clean = readOnly(search) as Record<string, unknown>;
      // Compared as written: a code of digits is read as a number, and is a text of the page's address.
      const isClean = Object.keys(search).every((name) => stringifySearch({ [name]: clean[name] }) === stringifySearch({ [name]: search[name] }));
      if (!isClean) void navigate({ search: clean as never, replace: true });
    }, [search, navigate]);
    const onAddress: ChangeAddress<object> = (change, replaces = false) =>
      void navigate({ search: ((previous: Record<string, unknown>) => ({ ...readOnly(previous), ...change })) as never, replace: replaces });
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
