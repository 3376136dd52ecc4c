import { useNavigate } from '@tanstack/react-router';
import { currentSession } from '../../../api/session.ts';
import { NewPasswordPage } from '../../../features/identity/sign-in/NewPasswordPage.tsx';
import { dashboardPath } from '../../shell/screens.ts';

/** The change of a generated password. */
export function NewPasswordRoute() {
  const navigate = useNavigate();
  const open = () => {
    const session = currentSession();
    if (session !== undefined) void navigate({ to: dashboardPath(session) });
  };
  return <NewPasswordPage onDone={open} />;
}
