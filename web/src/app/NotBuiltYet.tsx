import { EmptyState } from '../ui/States.tsx';

/** The place of a screen that is still to come. Its title is the shell's. */
export function NotBuiltYet() {
  return <EmptyState title="This screen is not built yet." />;
}
