import { listPeople, type Person } from '@stowage/contract/identity/people';
import type { Role } from '@stowage/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { QueryResult } from '../../../ui/QueryResult.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import type { PeopleAddress } from './people-address.ts';
import { SignInPolicyCard } from './SignInPolicyCard.tsx';

const ROLE_NAMES: Record<Role, string> = { ROLE_ADMIN: 'Administrator', ROLE_USER: 'User' };

const STATES = {
  INVITED: { label: 'Invited', tone: 'warn' },
  NO_SIGN_IN: { label: 'No sign-in', tone: 'neutral' },
  ACTIVE: { label: 'Active', tone: 'good' },
  DEACTIVATED: { label: 'Deactivated', tone: 'neutral' },
} as const;

export function PeoplePage({ address, onAddress }: AddressProps<PeopleAddress>) {
  const people = useQuery(queryFor(listPeople, {}));
  const [isInviting, setInviting] = useState(false);
  const open = people.data?.find(({ id }) => id === address.person);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title="People"
        description="Invited people choose their own name and password."
        aside={
          <Button look="primary" onClick={() => setInviting(true)}>
            Invite a person
          </Button>
        }
      >
        <QueryResult query={people} rows={4} failure="The people could not be loaded">
          {(rows) => (
            <DataTable
              label="People"
              columns={columns((person) => onAddress({ person: person.id }))}
              rows={rows}
              keyOf={({ id }) => id}
              isStruck={({ state }) => state === 'DEACTIVATED'}
            />
          )}
        </QueryResult>
        {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
        {open !== undefined && <PersonDialog key={open.id} person={open} onClose={() => onAddress({ person: undefined })} />}
      </Card>
      <SignInPolicyCard />
    </div>
  );
}

function columns(open: (person: Person) => void): readonly Column<Person>[] {
  return [
    {
      heading: 'Name',
      isTitle: true,
      cell: ({ name, email }) => (
        <span className="block">
          <span className="block font-medium">{name}</span>
          <span className="block break-all text-muted">{email}</span>
        </span>
      ),
    },
    { heading: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
    { heading: 'State', cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge> },
    { heading: 'Two-step', cell: ({ hasTwoFactor }) => (hasTwoFactor ? 'On' : 'Off') },
    { heading: 'Sessions', align: 'right', cell: ({ openSessions }) => openSessions },
    { heading: 'Last seen', cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : <time dateTime={lastSeenAt}>{dateTime24(new Date(lastSeenAt))}</time>) },
    buttonColumn({ heading: 'Manage', text: 'Manage', nameOf: (person) => person.name, onPress: open }),
  ];
}
