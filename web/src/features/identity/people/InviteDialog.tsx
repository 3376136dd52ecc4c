import { INVITATION_DAYS, invitePerson, listPeople } from '@stowage/contract/identity/people';
import { isEmailAddress, MAIL_MESSAGES } from '@stowage/contract/mail/mail';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { RolesField } from './RolesField.tsx';
import { ShownLink } from './ShownLink.tsx';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const invite = useCommand(invitePerson, [listPeople]);
  const [link, setLink] = useState<string>();
  const address = email.trim();
  const submit = () => {
    setTried(true);
    if (!isEmailAddress(address) || roles.length === 0) return;
    invite.mutate(
      { body: { email: address, roles: [...roles] } },
      {
        onSuccess: ({ link: created }) => {
          if (created !== null) return setLink(created);
          toast('good', `Invitation sent to ${address}`);
          onClose();
        },
      },
    );
  };
  if (link !== undefined) return <ShownLink link={link} name={address} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite a person"
      description={`The person gets a link that works for ${INVITATION_DAYS} days.`}
      submitLabel="Send invitation"
      busyLabel="Sending..."
      command={invite}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Email address"
        type="text"
        inputMode="email"
        autoComplete="off"
        autoFocus
        value={email}
        error={isTried && !isEmailAddress(address) ? MAIL_MESSAGES.invalid : undefined}
        onText={setEmail}
      />
      <RolesField value={roles} error={isTried && roles.length === 0 ? 'Please choose a role' : undefined} onChange={setRoles} />
    </FormDialog>
  );
}
