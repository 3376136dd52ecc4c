import { useNavigate, useRouterState } from '@tanstack/react-router';
import { MutePage } from '../../../features/notifications/MutePage.tsx';

/** The page of an unsubscribe link, whose token stands after the `#`. */
export function MuteRoute() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  const navigate = useNavigate();
  return <MutePage token={token} onBack={() => void navigate({ to: '/login' })} />;
}
