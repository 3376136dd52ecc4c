import { getSignInPolicy, saveSignInPolicy } from '@stowage/contract/identity/people';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { CheckRow } from '../CheckRow.tsx';
import { useRoles } from '../roles/use-roles.ts';

const PLURALS: Readonly<Record<string, string>> = { ROLE_ADMIN: 'Administrators', ROLE_USER: 'Users' };

/** Which roles need two-step sign-in. */
export function SignInPolicyCard() {
  const policy = useQuery(queryFor(getSignInPolicy, {}));
  const save = useCommand(saveSignInPolicy, [getSignInPolicy]);
  const roles = useRoles();
  const set = (twoFactorRoles: string[], seen: string[]) =>
    save.mutate(
      { body: { twoFactorRoles, seen } },
      {
        onSuccess: () => toast('good', 'The sign-in policy was saved'),
        onError: ({ message }) => toast('bad', message),
      },
    );
  return (
    <Card title="Require two-step sign-in" description="People without it are led through the set-up when they sign in, or within 15 minutes.">
      <QueryResult query={policy} rows={2} failure="The sign-in policy could not be loaded">
        {({ twoFactorRoles }) => (
          <div className="grid gap-2 px-4 pb-4">
            {roles.map(({ key, name }) => (
              <CheckRow
                key={key}
                label={PLURALS[key] ?? name}
                disabled={save.isPending}
                checked={twoFactorRoles.includes(key)}
                onChange={(isOn) => set(isOn ? [...twoFactorRoles, key] : twoFactorRoles.filter((one) => one !== key), twoFactorRoles)}
              />
            ))}
          </div>
        )}
      </QueryResult>
    </Card>
  );
}
