import { exportPeople, listPeople, PERSON_STATES, type Person } from '@stowage/contract/identity/people';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../../shared/list/chips.ts';
import { completeList } from '../../../shared/list/complete-list.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { Column } from '../../../ui/table/column.ts';
import { namesOf, useRoles } from '../roles/use-roles.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { PersonDialog } from './PersonDialog.tsx';
import type { PeopleAddress } from './people-address.ts';
import { SignInPolicyCard } from './SignInPolicyCard.tsx';

const STATES: StateLooks<Person['state']> = {
  INVITED: { label: 'Invited', tone: 'warn' },
  NO_SIGN_IN: { label: 'No sign-in', tone: 'neutral' },
  ACTIVE: { label: 'Active', tone: 'good' },
  DEACTIVATED: { label: 'Deactivated', tone: 'neutral' },
};

export function PeoplePage({ address, onAddress }: AddressProps<PeopleAddress>) {
  const people = useQuery(queryFor(listPeople, {}));
  const roles = useRoles();
  const roleOf = ({ roles: keys }: Person) => namesOf(roles, keys);
  const [isInviting, setInviting] = useState(false);
  const open = people.data?.find(({ id }) => id === address.person);
  const matching = (people.data ?? []).filter(({ state }) => address.state === undefined || state === address.state);
  const { rows, sorting } = completeList({ rows: matching, sorts: { ...SORTS, role: roleOf }, address, onAddress });
  const onOpen = ({ id }: Person) => onAddress({ person: id });
  const list = useList({ name: 'people', address, onAddress, narrow: onAddress, parts: ['state', 'sort', 'ascending'], columns: columns(onOpen, roleOf) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title="People"
        description="Invited people choose their own name and password."
        aside={
          <div className="flex flex-wrap gap-2">
            <ExportButton endpoint={exportPeople} input={{ query: { state: address.state } }} name="people.csv" />
            <Button look="primary" onClick={() => setInviting(true)}>
              Invite a person
            </Button>
          </div>
        }
      >
        <div className="max-w-60 px-4 pb-4">
          <SelectField
            label="State"
            value={address.state ?? ''}
            options={[{ value: '', label: 'Any' }, ...PERSON_STATES.map((value) => ({ value, label: STATES[value].label }))]}
            onText={(state) => onAddress({ state: state || undefined })}
          />
        </div>
        <ListBar
          list={list}
          chips={chipsOf(address, { state: (state) => `State: ${STATES[state].label}` })}
          sorting={sorting}
          total={people.data && { count: rows.length }}
          nouns={['person', 'people']}
        />
        <QueryResult
          query={people}
          rows={4}
          failure="The people could not be loaded"
          isEmpty={() => rows.length === 0}
          empty={<EmptyState title="No results. Change or clear the filters." />}
        >
          {() => (
            <ListTable
              label="People"
              {...{ list, sorting, rows, onOpen }}
              onEdit={onOpen}
              keyOf={({ id }) => id}
              isStruck={({ state }) => state === 'DEACTIVATED'}
            />
          )}
        </QueryResult>
        {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
        {open !== undefined && (
          <PersonDialog key={open.id} person={open} onOpen={(person) => onAddress({ person })} onClose={() => onAddress({ person: undefined })} />
        )}
      </Card>
      <SignInPolicyCard />
    </div>
  );
}

const SORTS = {
  name: ({ name }: Person) => name,
  state: ({ state }: Person) => STATES[state].label,
  two_step: ({ hasTwoFactor }: Person) => Number(hasTwoFactor),
  sessions: ({ openSessions }: Person) => openSessions,
  last_seen: ({ lastSeenAt }: Person) => lastSeenAt,
};

function columns(open: (person: Person) => void, roleOf: (person: Person) => string): readonly Column<Person>[] {
  return [
    {
      heading: 'Name',
      isTitle: true,
      sort: 'name',
      cell: ({ name, email }) => (
        <span className="block">
          <span className="block font-medium">{name}</span>
          <span className="block break-all text-muted">{email}</span>
        </span>
      ),
    },
    { heading: 'Role', sort: 'role', cell: roleOf },
    { heading: 'State', sort: 'state', cell: ({ state }) => <StateBadge {...STATES[state]} /> },
    { heading: 'Two-step', sort: 'two_step', cell: ({ hasTwoFactor }) => (hasTwoFactor ? 'On' : 'Off') },
    { heading: 'Sessions', align: 'right', sort: 'sessions', cell: ({ openSessions }) => openSessions },
    {
      heading: 'Last seen',
      sort: 'last_seen',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : <time dateTime={lastSeenAt}>{dateTime24(new Date(lastSeenAt))}</time>),
    },
    buttonColumn({ heading: 'Manage', text: 'Manage', nameOf: (person) => person.name, onPress: open }),
  ];
}
