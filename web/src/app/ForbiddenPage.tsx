import { listAdministrators } from '@stowage/contract/identity/people';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../api/query.ts';
import { EmptyState } from '../ui/states/States.tsx';

/** Shown when a role may not open the page, with the administrators who can change that. */
export function ForbiddenPage() {
  const administrators = useQuery(queryFor(listAdministrators, {}));
  return (
    <EmptyState title="403: your account may not open this screen">
      <p>If you need it for your work, ask an administrator{administrators.data === undefined ? '.' : ':'}</p>
      <ul className="mt-2 grid gap-1">
        {administrators.data?.map(({ name, email }) => (
          <li key={email}>
            {name},{' '}
            <a href={`mailto:${email}`} className="text-accent underline">
              {email}
            </a>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
