import { muteByLink, readMuteLink } from '@stowage/contract/notifications/mute-link';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callPublic } from '../../api/call.ts';
import { mayPass } from '../../api/problem.ts';
import { EntryFrame, EntryProblem, LinkFrame } from '../../shared/files/EntryFrame.tsx';
import { Button } from '../../ui/Button.tsx';

interface MutePageProps {
  /** The part of the mailed link after the `#`. */
  readonly token: string;
  readonly onBack: () => void;
}

/** The unsubscribe page of a mail. It works without signing in. */
export function MutePage({ token, onBack }: MutePageProps) {
  const link = useQuery({
    queryKey: [readMuteLink.path, token],
    queryFn: () => callPublic(readMuteLink, { body: { token } }),
    retry: (count, error) => count < 3 && mayPass(error),
  });
  const mute = useMutation({ mutationFn: () => callPublic(muteByLink, { params: { token } }) });
  const back = (
    <Button onClick={onBack} className="min-h-11 w-full">
      Go to Stowage
    </Button>
  );
  return (
    <LinkFrame query={link} back={back}>
      {({ label, isMuted }) => {
        const isDone = isMuted || mute.isSuccess;
        return (
          <EntryFrame title={isDone ? 'Mails turned off' : 'Turn off these mails?'}>
            <div className="grid gap-4">
              {mute.error !== null && <EntryProblem>{mute.error.message}</EntryProblem>}
              <p role="status">
                {isDone ? `Stowage no longer sends you these mails: ${label}.` : `Stowage sends you these mails: ${label}.`} You can change this in your
                profile.
              </p>
              {!isDone && (
                <Button look="primary" disabled={mute.isPending} onClick={() => mute.mutate()} className="min-h-11 w-full">
                  Turn off these mails
                </Button>
              )}
              {back}
            </div>
          </EntryFrame>
        );
      }}
    </LinkFrame>
  );
}
