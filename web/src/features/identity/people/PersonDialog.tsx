import type { Endpoint } from '@stowage/contract/endpoint';
import * as contract from '@stowage/contract/identity/people';
import type { Role } from '@stowage/contract/permissions';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { PersonSessions } from './PersonSessions.tsx';

interface PersonDialogProps {
  readonly person: contract.Person;
  readonly onClose: () => void;
}

const ROLES = [
  { value: 'ROLE_USER', label: 'User' },
  { value: 'ROLE_ADMIN', label: 'Administrator' },
];

/** What an administrator can do with an account. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [wanted, setWanted] = useState<Role>();
  const changeRole = useCommand(contract.changeRole, [contract.listPeople]);
  const onRole = (role: Role) => {
    setProblem(undefined);
    changeRole.mutate(
      { params: { id: person.id }, body: { role } },
      {
        onSuccess: () => toast('good', `${person.name} has another role now`),
        onError: (error) => setProblem(error.message),
        onSettled: () => setWanted(undefined),
      },
    );
  };
  return (
    <Dialog open size="wide" title={person.name} description={person.email} onClose={onClose}>
      <div className="grid gap-5">
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {person.state !== 'DEACTIVATED' && (
          <SelectField
            label="Role"
            hint="It holds at the next thing they do."
            value={person.role}
            options={ROLES}
            disabled={changeRole.isPending}
            onChange={({ target }) => setWanted(target.value as Role)}
          />
        )}
        <PersonSessions personId={person.id} onProblem={setProblem} />
        <Actions person={person} onProblem={setProblem} />
        <ConfirmDialog
          open={wanted !== undefined}
          title="Change the role"
          question={`${person.name} becomes ${wanted === 'ROLE_ADMIN' ? 'an administrator, who may do everything' : 'a user, without what administrators may do'}. Continue?`}
          confirmLabel="Change the role"
          isBusy={changeRole.isPending}
          onConfirm={() => wanted !== undefined && onRole(wanted)}
          onClose={() => setWanted(undefined)}
        />
      </div>
    </Dialog>
  );
}

function Actions({ person, onProblem }: { person: contract.Person; onProblem: (problem: string | undefined) => void }) {
  const { name, state, invitationEndsAt, openSessions, hasTwoFactor } = person;
  const shared = { person, onProblem };
  const isOneself = useSession()?.userId === String(person.id);
  return (
    <div className="flex flex-wrap gap-2">
      {(state === 'INVITED' || state === 'NO_SIGN_IN') && (
        <Act
          {...shared}
          endpoint={contract.resendInvitation}
          label={state === 'INVITED' ? 'Send the invitation again' : 'Send an invitation'}
          done={`${name} was invited`}
          question={
            invitationEndsAt === null ? undefined : `The link before it, good until ${dateTime24(new Date(invitationEndsAt))}, works no more. Continue?`
          }
        />
      )}
      {state === 'ACTIVE' && (
        <Act
          {...shared}
          endpoint={contract.resetPerson}
          label="Mail a password link"
          done="The link is on its way"
          question={`${name} gets a mail with a link to set a new password. Continue?`}
        />
      )}
      {openSessions > 0 && (
        <Act
          {...shared}
          endpoint={contract.signPersonOut}
          label="Sign out everywhere"
          done={`${name} is signed out`}
          question={`Every session of ${name} ends at once. Continue?`}
        />
      )}
      {/* One’s own is turned off under Your profile, with the password. */}
      {hasTwoFactor && !isOneself && (
        <Act
          {...shared}
          endpoint={contract.removeTwoFactorOf}
          label="Turn off two-step sign-in"
          done="The password is enough now"
          question={`${name} can sign in with the password alone then. Are you sure that it is ${name} who asks?`}
        />
      )}
      {state === 'DEACTIVATED' ? (
        <Act {...shared} endpoint={contract.reactivatePerson} label="Reactivate" done={`${name} may sign in again`} />
      ) : (
        <Act
          {...shared}
          endpoint={contract.deactivatePerson}
          label="Deactivate"
          done={`${name} is out`}
          isDangerous
          question={`${name} is signed out at once and can’t sign in any more. What they did stays. Continue?`}
        />
      )}
    </div>
  );
}

interface ActProps {
  readonly endpoint: Endpoint;
  readonly person: contract.Person;
  readonly label: string;
  /** What is said when it is done. */
  readonly done: string;
  /** Asked before. */
  readonly question?: string | undefined;
  readonly isDangerous?: boolean;
  readonly onProblem: (problem: string | undefined) => void;
}

function Act({ endpoint, person, label, done, question, isDangerous = false, onProblem }: ActProps) {
  const [isAsking, setAsking] = useState(false);
  const act = useCommand(endpoint, [contract.listPeople]);
  const run = () => {
    onProblem(undefined);
    act.mutate({ params: { id: person.id } } as never, {
      onSuccess: () => toast('good', done),
      onError: (error) => onProblem(error.message),
      onSettled: () => setAsking(false),
    });
  };
  return (
    <>
      <Button look={isDangerous ? 'danger' : 'secondary'} disabled={act.isPending} onClick={() => (question === undefined ? run() : setAsking(true))}>
        {label}
      </Button>
      {question !== undefined && (
        <ConfirmDialog
          open={isAsking}
          title={label}
          question={question}
          confirmLabel={label}
          isDangerous={isDangerous}
          isBusy={act.isPending}
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
