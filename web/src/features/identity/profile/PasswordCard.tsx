import { changePassword, getProfile, listOwnSessions } from '@stowage/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { NewPasswordField } from '../NewPasswordField.tsx';

export function PasswordCard() {
  const profile = useQuery(queryFor(getProfile, {}));
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useCommand(changePassword, [listOwnSessions]);
  const submit = () => {
    change.mutate(
      { body: { current, password } },
      {
        onSuccess: () => {
          setCurrent('');
          setPassword('');
          toast('good', 'Password changed. Every other session has ended.');
        },
      },
    );
  };
  // A person who came through the identity provider has none.
  if (profile.data?.hasPassword === false) return null;
  return (
    <Card title="Password" description="Changing it signs you out everywhere else.">
      <Form onSubmit={submit} className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          error={change.isError ? change.error.message : undefined}
          onText={setCurrent}
        />
        <NewPasswordField value={password} onPassword={setPassword} />
        <div>
          <Button type="submit" disabled={change.isPending}>
            {change.isPending ? 'Saving...' : 'Change password'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
