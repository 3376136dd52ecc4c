import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { currentSession } from '../../../api/session.ts';
import { AccountLinkPage } from '../../../features/identity/sign-in/AccountLinkPage.tsx';
import { dashboardPath } from '../../shell/screens.ts';

/** The page of a mailed link, whose token stands after the `#`. */
export function AccountLinkRoute() {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const [token, setToken] = useState(hash);
  // On the way to the dashboard the address has no token any more, while this page is still shown.
  if (hash !== '' && hash !== token) setToken(hash);
  const navigate = useNavigate();
  const go = () => {
    const session = currentSession();
    void navigate({ to: session === undefined ? '/login' : dashboardPath(session) });
  };
  return <AccountLinkPage token={token} onSignedIn={go} onBack={() => void navigate({ to: '/login' })} />;
}
