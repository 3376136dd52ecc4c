import { muteByLink, readMuteLink } from '@stowage/contract/notifications/mute-link';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callPublic } from '../../api/call.ts';
import { mayPass } from '../../api/problem.ts';
import { EntryFrame, EntryProblem } from '../../shared/files/EntryFrame.tsx';
import { Button } from '../../ui/Button.tsx';

interface MutePageProps {
  /** What stands behind the `#` of the link in a mail. */
  readonly token: string;
  readonly onBack: () => void;
}

/** Ends the mails of one kind, for whoever got the link: no sign-in is asked for. */
export function MutePage({ token, onBack }: MutePageProps) {
  const link = useQuery({
    queryKey: [readMuteLink.path, token],
    queryFn: () => callPublic(readMuteLink, { body: { token } }),
    retry: (count, error) => count < 3 && mayPass(error),
  });
  const mute = useMutation({ mutationFn: () => callPublic(muteByLink, { params: { token } }) });
  if (link.isPending) return <EntryFrame title="One moment…">{null}</EntryFrame>;
  const back = (
    <Button onClick={onBack} className="min-h-11 w-full">
      Go to Stowage
    </Button>
  );
  if (link.data === undefined) {
    return (
      <EntryFrame title="This link does not work">
        <div className="grid gap-4">
          <EntryProblem>{link.error?.message}</EntryProblem>
          {back}
        </div>
      </EntryFrame>
    );
  }
  const { label, isMuted } = link.data;
  const isDone = isMuted || mute.isSuccess;
  return (
    <EntryFrame title={isDone ? 'No more mails like this' : 'No more mails like this?'}>
      <div className="grid gap-4">
        {mute.error !== null && <EntryProblem>{mute.error.message}</EntryProblem>}
        <p role="status">
          {isDone ? `Stowage mails you no more when this happens: ${label}.` : `Stowage mails you when this happens: ${label}.`} Your profile has a switch for
          it.
        </p>
        {!isDone && (
          <Button look="primary" disabled={mute.isPending} onClick={() => mute.mutate()} className="min-h-11 w-full">
            Stop these mails
          </Button>
        )}
        {back}
      </div>
    </EntryFrame>
  );
}
