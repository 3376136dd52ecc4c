import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { currentSession } from '../../../api/session.ts';
import { SingleSignOnPage } from '../../../features/identity/sign-in/single-sign-on/SingleSignOnPage.tsx';
import { dashboardPath } from '../../shell/screens.ts';

/** The page to which the identity provider sends the browser back. */
export function SingleSignOnRoute() {
  // The router would read `state=1e5` as a number.
  const [answer] = useState(() => new URL(performance.getEntriesByType('navigation')[0]?.name ?? window.location.href).search);
  const navigate = useNavigate();
  const signedIn = useCallback(() => {
    const session = currentSession();
    void navigate({ to: session === undefined ? '/login' : dashboardPath(session), replace: true });
  }, [navigate]);
  const back = useCallback((path: string) => void navigate({ href: path, replace: true }), [navigate]);
  return <SingleSignOnPage answer={answer} onSignedIn={signedIn} onReturn={back} onBack={() => void navigate({ to: '/login', replace: true })} />;
}
