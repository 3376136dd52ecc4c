import { IndexAdvisorPage } from '../../features/index-advisor/IndexAdvisorPage.tsx';
import type { IndexAdvisorAddress } from '../../features/index-advisor/index-advisor-address.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { useOpenProps } from './page-props.tsx';

/** Its tabs and dialogs make no steps in the browser's history. */
export function IndexAdvisorRoute({ address, onAddress }: AddressProps<IndexAdvisorAddress>) {
  return <IndexAdvisorPage address={address} onAddress={(change) => onAddress(change, true)} {...useOpenProps()} />;
}
