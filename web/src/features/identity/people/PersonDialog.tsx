import type { Endpoint } from '@stowage/contract/endpoint';
import type { recordParams } from '@stowage/contract/formats/ids';
import * as contract from '@stowage/contract/identity/people';
import { listRoles } from '@stowage/contract/identity/roles';
import { useState } from 'react';
import type * as z from 'zod';
import { useCommand } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { RecordNeighbors } from '../../../shared/list/RecordNeighbors.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { rowElement } from '../../../ui/table/rows/use-row-keys.ts';
import { namesOf, useRoles } from '../roles/use-roles.ts';
import { PersonSessions } from './PersonSessions.tsx';
import { RolesField } from './RolesField.tsx';
import { ShownLink } from './ShownLink.tsx';

interface PersonDialogProps {
  readonly person: contract.Person;
  /** Opens another person. */
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

interface RoleChoice {
  readonly roles: readonly string[];
  /** The roles before it. */
  readonly seen: readonly string[];
}

export function PersonDialog({ person, onOpen, onClose }: PersonDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [choice, setChoice] = useState<RoleChoice>();
  const roles = useRoles();
  const changeRole = useCommand(contract.changeRoles, [contract.listPeople, listRoles]);
  const onRoles = (wanted: RoleChoice) => {
    setProblem(undefined);
    changeRole.mutate(
      { params: { id: person.id }, body: { roles: [...wanted.roles], seen: [...wanted.seen] } },
      {
        onSuccess: () => toast('good', `The role of ${person.name} was changed`),
        onError: ({ message }) => setProblem(message),
        onSettled: () => setChoice(undefined),
      },
    );
  };
  return (
    <Dialog open size="wide" title={person.name} description={person.email} onClose={onClose} returnFocusTo={() => rowElement(person.id)}>
      <RecordNeighbors list="people" record={String(person.id)} onOpen={(id) => onOpen(Number(id))} />
      <div className="grid gap-5">
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {person.state !== 'DEACTIVATED' && (
          <RolesField
            hint="Applies from their next action."
            value={person.roles}
            disabled={changeRole.isPending}
            onChange={(keys) => (keys.length === 0 ? setProblem('A person needs at least one role') : setChoice({ roles: keys, seen: person.roles }))}
          />
        )}
        <PersonSessions personId={person.id} onProblem={setProblem} />
        <Actions person={person} onProblem={setProblem} />
        <ConfirmDialog
          open={choice !== undefined}
          title="Change the role"
          question={`${person.name} gets the permissions of ${namesOf(roles, choice?.roles ?? [])}, and loses all others. Continue?`}
          confirmLabel="Change the role"
          isBusy={changeRole.isPending}
          onConfirm={() => choice !== undefined && onRoles(choice)}
          onClose={() => setChoice(undefined)}
        />
      </div>
    </Dialog>
  );
}

function Actions({ person, onProblem }: { person: contract.Person; onProblem: (problem: string | undefined) => void }) {
  const { name, state, invitationEndsAt, openSessions, hasTwoFactor } = person;
  const shared = { person, onProblem };
  const isOwnAccount = useSession()?.userId === String(person.id);
  return (
    <div className="flex flex-wrap gap-2">
      {(state === 'INVITED' || state === 'NO_SIGN_IN') && (
        <ActionButton
          {...shared}
          endpoint={contract.resendInvitation}
          label={state === 'INVITED' ? 'Send the invitation again' : 'Send an invitation'}
          done={`Invitation sent to ${name}`}
          question={
            invitationEndsAt === null ? undefined : `The previous link, valid until ${dateTime24(new Date(invitationEndsAt))}, stops working. Continue?`
          }
        />
      )}
      {state === 'ACTIVE' && (
        <ActionButton
          {...shared}
          endpoint={contract.resetPerson}
          label="Create a password link"
          done="Password link mailed"
          question={`${name} gets a link to set a new password: by mail, or from you if there is no mail server. Continue?`}
        />
      )}
      {openSessions > 0 && (
        <ActionButton
          {...shared}
          endpoint={contract.signPersonOut}
          label="Sign out everywhere"
          done={`${name} was signed out`}
          question={`This ends every session of ${name}. Continue?`}
        />
      )}
      {/* People turn off their own under Your profile, which asks for the password. */}
      {hasTwoFactor && !isOwnAccount && (
        <ActionButton
          {...shared}
          endpoint={contract.removeTwoFactorOf}
          label="Turn off two-step sign-in"
          done="Two-step sign-in turned off"
          question={`${name} will sign in with the password only. Are you sure that ${name} asked for this?`}
        />
      )}
      {state === 'DEACTIVATED' ? (
        <ActionButton {...shared} endpoint={contract.reactivatePerson} label="Reactivate" done={`${name} was reactivated`} />
      ) : (
        <ActionButton
          {...shared}
          endpoint={contract.deactivatePerson}
          label="Deactivate"
          done={`${name} was deactivated`}
          isDangerous
          question={`${name} is signed out and can’t sign in again. Their history remains. Continue?`}
        />
      )}
    </div>
  );
}

interface ActionButtonProps {
  /** Its answer may have a link for the person. */
  readonly endpoint: Endpoint & { readonly params: typeof recordParams; readonly response: z.ZodType<object> };
  readonly person: contract.Person;
  readonly label: string;
  /** Shown after success. */
  readonly done: string;
  /** The confirmation; without one, the action runs at once. */
  readonly question?: string | undefined;
  readonly isDangerous?: boolean;
  readonly onProblem: (problem: string | undefined) => void;
}

function ActionButton({ endpoint, person, label, done, question, isDangerous = false, onProblem }: ActionButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [link, setLink] = useState<string>();
  const act = useCommand(endpoint, [contract.listPeople]);
  const run = () => {
    onProblem(undefined);
    act.mutate(
      { params: { id: person.id } },
      {
        onSuccess: (answer) => {
          const created = 'link' in answer && typeof answer.link === 'string' ? answer.link : undefined;
          setLink(created);
          if (created === undefined) toast('good', done);
        },
        onError: (error) => onProblem(error.message),
        onSettled: () => setAsking(false),
      },
    );
  };
  return (
    <>
      <Button look={isDangerous ? 'danger' : 'secondary'} disabled={act.isPending} onClick={() => (question === undefined ? run() : setAsking(true))}>
        {label}
      </Button>
      {link !== undefined && <ShownLink link={link} name={person.name} onClose={() => setLink(undefined)} />}
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
