import { getSignInPolicy, saveSignInPolicy } from '@stowage/contract/identity/people';
import { ROLES, type Role } from '@stowage/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { QueryResult } from '../../../ui/QueryResult.tsx';

const LABELS: Record<Role, string> = { ROLE_ADMIN: 'Administrators', ROLE_USER: 'Users' };

/** Which roles need two-step sign-in. */
export function SignInPolicyCard() {
  const policy = useQuery(queryFor(getSignInPolicy, {}));
  const save = useCommand(saveSignInPolicy, [getSignInPolicy]);
  const set = (twoFactorRoles: Role[]) =>
    save.mutate(
      { body: { twoFactorRoles } },
      { onSuccess: () => toast('good', 'The sign-in policy was saved'), onError: ({ message }) => toast('bad', message) },
    );
  return (
    <Card title="Require two-step sign-in" description="People without it are led through the set-up when they sign in, or within 15 minutes.">
      <QueryResult query={policy} rows={2} failure="The sign-in policy could not be loaded">
        {({ twoFactorRoles }) => (
          <div className="grid gap-2 px-4 pb-4">
            {ROLES.map((role) => (
              <label key={role} className="flex min-h-6 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  disabled={save.isPending}
                  checked={twoFactorRoles.includes(role)}
                  onChange={({ target }) => set(target.checked ? [...twoFactorRoles, role] : twoFactorRoles.filter((one) => one !== role))}
                />
                {LABELS[role]}
              </label>
            ))}
          </div>
        )}
      </QueryResult>
    </Card>
  );
}
