import { getProfile, saveProfile } from '@stowage/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { refreshedToken, storedToken, useSession } from '../../../api/session.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';

export function AccountCard() {
  const session = useSession();
  const profile = useQuery(queryFor(getProfile, {}));
  const [entered, setEntered] = useState<string>();
  const save = useCommand(saveProfile, [getProfile]);
  const name = entered ?? profile.data?.name ?? session?.name ?? '';
  const submit = () => {
    save.mutate(
      { body: { name } },
      {
        onSuccess: () => {
          toast('good', 'Name saved');
          // The top bar shows the name from the token.
          const token = storedToken();
          if (token !== undefined) void refreshedToken(token).catch(() => {});
        },
      },
    );
  };
  return (
    <Card title="Account">
      <Form onSubmit={submit} className="grid gap-4 px-4 pb-4 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="name"
          required
          maxLength={80}
          value={name}
          error={save.isError ? save.error.message : undefined}
          onText={setEntered}
        />
        <div>
          <p className="font-medium">Email address</p>
          <p className="mt-2 break-all">{session?.email}</p>
        </div>
        <div className="flex items-center gap-3 sm:col-span-2">
          <Button type="submit" look="primary" disabled={save.isPending || name.trim() === '' || name === profile.data?.name}>
            {save.isPending ? 'Saving...' : 'Save name'}
          </Button>
          {(profile.data?.roles ?? []).map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
        </div>
      </Form>
    </Card>
  );
}
