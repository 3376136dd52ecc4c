import { useNavigate } from '@tanstack/react-router';
import { currentSession } from '../../../api/session.ts';
import { TwoFactorSetupPage } from '../../../features/identity/sign-in/TwoFactorSetupPage.tsx';
import { dashboardPath } from '../../shell/screens.ts';

/** The set-up of two-step sign-in that a role requires. */
export function TwoStepSetupRoute() {
  const navigate = useNavigate();
  const open = () => {
    const session = currentSession();
    if (session !== undefined) void navigate({ to: dashboardPath(session) });
  };
  return <TwoFactorSetupPage onDone={open} />;
}
