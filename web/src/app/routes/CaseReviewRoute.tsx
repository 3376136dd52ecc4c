import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { CaseReviewPage } from '../../features/cases/CaseReviewPage.tsx';
import type { CaseReviewAddress } from '../../features/cases/case-review-address.ts';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { useLabels } from '../shell/labels.tsx';
import { linkToOrder } from '../shell/OrderLink.tsx';
import { CASE_TEMPLATES_SCREEN, mayOpen } from '../shell/screens.ts';

/** Adds a link to the case templates for the people who manage them. */
export function CaseReviewRoute(props: AddressProps<CaseReviewAddress>) {
  const session = useSession();
  const { printLabels } = useLabels();
  return (
    <>
      {mayOpen(session, CASE_TEMPLATES_SCREEN) && (
        <p className="mb-3">
          <Link to="/case-review/templates" className="text-accent underline">
            Case templates and claim windows
          </Link>
        </p>
      )}
      <CaseReviewPage {...props} linkToOrder={linkToOrder} onPrintLabel={(label) => printLabels([label])} />
    </>
  );
}
