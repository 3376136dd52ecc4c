import { listRoles, type RoleRow } from '@stowage/contract/identity/roles';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { NewRoleDialog, RoleDialog } from './RoleDialog.tsx';
import type { RolesAddress } from './roles-address.ts';
import { SeparatedDutiesCard } from './SeparatedDutiesCard.tsx';

/** The roles, who has them, and the separation of duties. */
export function RolesPage({ address, onAddress }: AddressProps<RolesAddress>) {
  const roles = useQuery(queryFor(listRoles, {}));
  const [created, setCreated] = useState<{ from: RoleRow | undefined }>();
  const open = roles.data?.find(({ key }) => key === address.role);
  const close = () => onAddress({ role: undefined });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title="Roles"
        description="A role is a set of permissions. A person may have several."
        aside={
          <Button look="primary" onClick={() => setCreated({ from: undefined })}>
            New role
          </Button>
        }
      >
        <QueryResult query={roles} rows={8} failure="The roles could not be loaded">
          {(rows) => <DataTable label="Roles" rows={rows} columns={columns((role) => onAddress({ role: role.key }))} keyOf={({ key }) => key} />}
        </QueryResult>
      </Card>
      <SeparatedDutiesCard />
      {open !== undefined && (
        <RoleDialog
          key={open.key}
          role={open}
          onClose={close}
          onCopy={() => {
            close();
            setCreated({ from: open });
          }}
        />
      )}
      {created !== undefined && <NewRoleDialog from={created.from} onClose={() => setCreated(undefined)} />}
    </div>
  );
}

function columns(onOpen: (role: RoleRow) => void): readonly Column<RoleRow>[] {
  return [
    {
      heading: 'Role',
      isTitle: true,
      cell: ({ name, about }) => (
        <span className="block">
          <span className="block font-medium">{name}</span>
          <span className="block text-muted">{about}</span>
        </span>
      ),
    },
    {
      heading: 'Kind',
      cell: ({ is_fixed: isFixed }) => (isFixed ? <span className="whitespace-nowrap">Comes with Stowage</span> : <Badge tone="good">Your own</Badge>),
    },
    { heading: 'Permissions', align: 'right', cell: ({ permissions }) => permissions.length },
    { heading: 'People', cell: ({ people }) => people.map(({ name }) => name).join(', ') || 'Nobody' },
    buttonColumn({ heading: 'Open', text: 'Open', nameOf: ({ name }) => name, onPress: onOpen }),
  ];
}
