import { useNavigate } from '@tanstack/react-router';
import { CaseUpload } from '../../features/cases/upload/CaseUpload.tsx';
import { ReturnsPage } from '../../features/returns/ReturnsPage.tsx';
import type { ReturnsAddress } from '../../features/returns/returns-address.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { useLabels } from '../shell/labels.tsx';
import { linkToOrder } from '../shell/OrderLink.tsx';

/** Supplies Returns with case creation, label printing and links to orders. */
export function ReturnsRoute(props: AddressProps<ReturnsAddress>) {
  const navigate = useNavigate();
  const { printLabels, printNow } = useLabels();
  return (
    <ReturnsPage
      {...props}
      linkToOrder={linkToOrder}
      onPrintNow={printNow}
      onPrint={printLabels}
      renderCase={({ nth, onCreated, ...request }) => <CaseUpload key={nth} {...request} onCreated={(id) => onCreated(String(id))} />}
      onSignedOut={() => void navigate({ to: '/', search: {} })}
    />
  );
}
