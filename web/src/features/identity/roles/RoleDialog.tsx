import { createRole, deleteRole, listRoles, ROLE_ABOUT_MAX_LENGTH, ROLE_NAME_MAX_LENGTH, type RoleRow, saveRole } from '@stowage/contract/identity/roles';
import { PERMISSIONS } from '@stowage/contract/permissions';
import { permissionLabel } from '@stowage/contract/roles';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import type { Fields } from '../../../shared/meanwhile/rebase.ts';
import { type Filled, useRebase } from '../../../shared/meanwhile/use-rebase.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { RolePermissions } from './RolePermissions.tsx';

interface RoleDialogProps {
  readonly role: RoleRow;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}

/** A role with its permissions and people. One that comes with Stowage is read-only. */
export function RoleDialog({ role, onCopy, onClose }: RoleDialogProps) {
  if (!role.is_fixed) return <EditDialog role={role} onCopy={onCopy} onClose={onClose} />;
  return (
    <Dialog open size="wide" title={role.name} description={`${role.about} This role comes with Stowage: copy it to change it.`} onClose={onClose}>
      <div className="grid gap-5">
        <People role={role} />
        <RolePermissions permissions={role.permissions} />
        <div className="flex justify-end gap-2">
          <Button onClick={onCopy}>Copy</Button>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

function EditDialog({ role, onCopy, onClose }: RoleDialogProps) {
  const save = useCommand(saveRole, [listRoles]);
  const send = ({ version }: FilledRole, texts: RoleTexts) => {
    const draft = draftOf(texts);
    save.mutate(
      { params: { key: role.key }, body: { ...bodyOf(draft), version } },
      {
        onSuccess: () => {
          toast('good', `The role ${draft.name} was saved`);
          onClose();
        },
      },
    );
  };
  const form = useRebase(filledOf(role), { ...save, send, names: NAMES, textOf });
  const draft = draftOf(form.values);
  return (
    <FormDialog
      size="wide"
      title={role.name}
      description="A change applies from the next action of the people who have the role."
      submitLabel="Save"
      isBusy={save.isPending}
      problem={form.meanwhile === undefined ? save.error?.message : undefined}
      isReady={draft.name.trim() !== ''}
      onSubmit={form.submit}
      onClose={onClose}
      aside={
        <>
          <DeleteButton role={role} onDone={onClose} />
          <Button onClick={onCopy}>Copy</Button>
        </>
      }
    >
      {form.meanwhile}
      <RoleFields draft={draft} onChange={(changed) => form.setValues(textsOf(changed))} />
      <People role={role} />
    </FormDialog>
  );
}

/** Composes a role; from the permissions of another one if there is one. */
export function NewRoleDialog({ from, onClose }: { from: RoleRow | undefined; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({
    name: from === undefined ? '' : `${from.name} (copy)`,
    about: from?.about ?? '',
    permissions: from?.permissions ?? [],
  });
  const create = useCommand(createRole, [listRoles]);
  const submit = () =>
    create.mutate(
      { body: bodyOf(draft) },
      {
        onSuccess: () => {
          toast('good', `The role ${draft.name} was created`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      size="wide"
      title={from === undefined ? 'New role' : `Copy ${from.name}`}
      submitLabel="Create"
      command={create}
      isReady={draft.name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <RoleFields draft={draft} onChange={setDraft} />
    </FormDialog>
  );
}

const NAMES = { name: 'Name', about: 'Description', permissions: 'Permissions' };
type RoleTexts = Fields<keyof typeof NAMES>;

interface FilledRole extends Filled<keyof typeof NAMES> {
  readonly version: number;
}

function filledOf(role: RoleRow): FilledRole {
  return { version: role.version, values: textsOf(role) };
}

function textsOf({ name, about, permissions }: Draft): RoleTexts {
  return { name, about, permissions: permissions.toSorted().join(' ') };
}

function draftOf({ name, about, permissions }: RoleTexts): Draft {
  return { name, about, permissions: permissionsIn(permissions) };
}

function permissionsIn(text: string): Draft['permissions'] {
  const chosen = text.split(' ');
  return PERMISSIONS.filter((one) => chosen.includes(one));
}

function textOf(field: keyof typeof NAMES, value: string): string {
  return field === 'permissions' ? permissionsIn(value).map(permissionLabel).join(', ') : value;
}

type Draft = Pick<RoleRow, 'name' | 'about' | 'permissions'>;

function bodyOf({ name, about, permissions }: Draft) {
  return { name: name.trim(), about: about.trim(), permissions };
}

function RoleFields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  return (
    <>
      <TextField label="Name" value={draft.name} maxLength={ROLE_NAME_MAX_LENGTH} onText={(name) => onChange({ ...draft, name })} />
      <TextField label="Description" value={draft.about} maxLength={ROLE_ABOUT_MAX_LENGTH} onText={(about) => onChange({ ...draft, about })} />
      <RolePermissions permissions={draft.permissions} onChange={(permissions) => onChange({ ...draft, permissions })} />
    </>
  );
}

function People({ role: { people } }: { role: RoleRow }) {
  const names = people.map(({ name, is_active: isActive }) => (isActive ? name : `${name} (deactivated)`));
  return (
    <p>
      <span className="font-semibold">Who has it:</span> {names.length === 0 ? 'nobody' : names.join(', ')}
    </p>
  );
}

function DeleteButton({ role, onDone }: { role: RoleRow; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand(deleteRole, [listRoles]);
  const isUsed = role.people.length > 0;
  const run = () =>
    remove.mutate(
      { params: { key: role.key } },
      {
        onSuccess: () => {
          toast('good', `The role ${role.name} was deleted`);
          onDone();
        },
        onError: ({ message }) => toast('bad', message),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button
        look="danger"
        disabled={isUsed}
        title={isUsed ? 'People have this role. Give them another one first.' : undefined}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Delete the role"
        question={`Nobody has the role ${role.name}. Delete it?`}
        confirmLabel="Delete the role"
        isDangerous
        isBusy={remove.isPending}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
