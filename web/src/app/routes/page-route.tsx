import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { AnyPage } from './addressed-page.tsx';
import { guarded } from './guarded.ts';

/** The properties that a page needs besides its address. */
export type PageProps<Page> = Page extends ComponentType<infer Props> ? Omit<Props, keyof AddressProps<object>> : never;

/** The import of a hook where the page needs other properties; an unusable argument where the page expects another address than its route reads. */
type PropsHook<Page, Address> = Page extends (props: infer Props) => unknown
  ? AddressProps<Address> extends Pick<Props, keyof Props & keyof AddressProps<Address>>
    ? [keyof PageProps<Page>] extends [never]
      ? []
      : [loadProps: () => Promise<() => PageProps<Page>>]
    : [mismatch: never]
  : never;

/**
 * A page behind the sign-in, loaded when it is opened.
 * @param loadRead imports the reader that makes an address of the search parameters, which anybody may have typed
 * @param load imports the page
 * @param loadProps imports a hook that supplies the page's other properties
 */
export function pageRoute<const Path extends string, Address extends object, Page extends ComponentType<never>>(
  path: Path,
  loadRead: () => Promise<(search: Record<string, unknown>) => Address>,
  load: () => Promise<Page>,
  ...[loadProps]: PropsHook<Page, Address>
) {
  // The first page that a browser opens loads none of this before the sign-in.
  const component = async () => {
    const [{ withAddress }, read, Page, useProps] = await Promise.all([import('./addressed-page.tsx'), loadRead(), load(), loadProps?.()]);
    return { Page: withAddress(path, read, Page as unknown as AnyPage, useProps) };
  };
  // Links are checked by this type; what a person typed is read when the page is loaded.
  const validateSearch = (search: Record<string, unknown>) => search as Address;
  return createRoute({ getParentRoute: () => guarded, path, validateSearch, component: lazyRouteComponent(component, 'Page') });
}

/** A page behind the sign-in that has no address of its own. */
export function plainRoute<const Path extends string>(path: Path, load: () => Promise<ComponentType>) {
  const component = async () => {
    const [{ withLabels }, Page] = await Promise.all([import('./addressed-page.tsx'), load()]);
    return { Page: withLabels(Page) };
  };
  return createRoute({ getParentRoute: () => guarded, path, component: lazyRouteComponent(component, 'Page') });
}
