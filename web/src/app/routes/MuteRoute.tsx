import { useNavigate, useRouterState } from '@tanstack/react-router';
import { MutePage } from '../../features/notifications/MutePage.tsx';

/** What the link of a mail opens that ends mails like it. */
export function MuteRoute() {
  const token = useRouterState({ select: ({ location }) => location.hash });
  const navigate = useNavigate();
  return <MutePage token={token} onBack={() => void navigate({ to: '/login' })} />;
}
