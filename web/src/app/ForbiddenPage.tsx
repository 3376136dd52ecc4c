import { EmptyState } from '../ui/States.tsx';

/** Somebody opened an address that their role may not open. */
export function ForbiddenPage() {
  return <EmptyState title="403: your account may not open this screen">Ask an administrator, if you need it for your work.</EmptyState>;
}
