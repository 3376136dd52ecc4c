import { getRouteApi } from '@tanstack/react-router';
import { ReturnsPage } from '../../features/returns/ReturnsPage.tsx';
import { CaseUpload } from '../../shared/cases/CaseUpload.tsx';
import { linkToOrder } from '../shell/OrderLink.tsx';
import { useLabels } from '../shell/use-labels.tsx';

const route = getRouteApi('/guarded/returns');

/** Ties Returns to its address: what was scanned, and the line that is received. */
export function ReturnsRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { printLabels, printNow, dialog } = useLabels();
  return (
    <>
      <ReturnsPage
        address={address}
        onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
        linkToOrder={linkToOrder}
        onPrintNow={printNow}
        onPrint={printLabels}
        renderCase={({ nth, onCreated, ...request }) => <CaseUpload key={nth} {...request} onCreated={(id) => onCreated(String(id))} />}
        onSignedOut={() => void navigate({ to: '/', search: {} })}
      />
      {dialog}
    </>
  );
}
