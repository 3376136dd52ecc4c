import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { CaseReviewPage } from '../../features/cases/CaseReviewPage.tsx';
import { linkToOrder } from '../shell/OrderLink.tsx';
import { CASE_TEMPLATES_SCREEN, mayOpen } from '../shell/screens.ts';
import { useLabels } from '../shell/use-labels.tsx';

const route = getRouteApi('/guarded/case-review');

/** Ties the case review to its address: view, search, status, page, and the case that is expanded. */
export function CaseReviewRoute() {
  const session = useSession();
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { printLabels, dialog } = useLabels();
  return (
    <>
      {mayOpen(session, CASE_TEMPLATES_SCREEN) && (
        <p className="mb-3">
          <Link to="/case-review/templates" className="text-accent underline">
            Case templates and claim windows
          </Link>
        </p>
      )}
      <CaseReviewPage
        address={address}
        onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
        linkToOrder={linkToOrder}
        onPrintLabel={(label) => printLabels([label])}
      />
      {dialog}
    </>
  );
}
