import { useState } from 'react';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../ui/dialog/Toast.tsx';
import { SelectField, TextField } from '../ui/form/Field.tsx';
import { Clock } from '../ui/format/Clock.tsx';
import { Identifier } from '../ui/format/Identifier.tsx';
import { ScanField } from '../ui/scan/ScanField.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states/States.tsx';
import { DataTable } from '../ui/table/DataTable.tsx';
import { Pagination } from '../ui/table/Pagination.tsx';

/** The components of ui/ in every state, for developers. In development only. */
export function PartsPage() {
  const [isOpen, setOpen] = useState(false);
  const [page, setPage] = useState(3);
  return (
    <div className="grid gap-4">
      <Card title="Buttons and badges" aside={<Clock />}>
        <div className="flex flex-wrap items-center gap-2 px-4 pb-4">
          {(['primary', 'secondary', 'danger', 'quiet'] as const).flatMap((look) => [
            <Button key={look} look={look}>
              {look}
            </Button>,
            <Button key={`${look}-off`} look={look} disabled>
              {look}, disabled
            </Button>,
          ])}
          {(['neutral', 'good', 'warn', 'bad', 'accent'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Identifier label="FNSKU" value="X00L53YA0Y" />
          <Button onClick={() => toast('good', 'It worked')}>Good toast</Button>
          <Button onClick={() => toast('bad', 'It did not work')}>Bad toast</Button>
          <Button onClick={() => setOpen(true)}>Dialog</Button>
        </div>
      </Card>
      <Card title="Fields">
        <div className="grid gap-4 px-4 pb-4 md:grid-cols-3">
          <TextField label="Plain" hint="With a hint" />
          <TextField label="Wrong" error="This is why" defaultValue="12x" />
          <SelectField label="Choice" options={[{ value: 'a', label: 'A-1' }]} />
          <ScanField label="Scan" delayMs={1000} onInput={() => {}} onSubmit={(text) => toast('good', text)} />
        </div>
      </Card>
      <Card title="Table">
        <DataTable
          label="Parts"
          columns={[
            { heading: 'Name', isTitle: true, cell: (row: { id: number; name: string }) => row.name },
            { heading: 'Number', align: 'right', cell: (row) => row.id },
          ]}
          rows={[
            { id: 1, name: 'A row' },
            { id: 2, name: 'A struck row' },
          ]}
          keyOf={(row) => row.id}
          isStruck={(row) => row.id === 2}
        />
        <Pagination page={page} pageSize={10} totalCount={12_345} onPage={setPage} />
      </Card>
      <Card title="States">
        <EmptyState title="Nothing yet">What to do about it.</EmptyState>
        <ErrorState title="It could not be loaded" detail="The server does not answer" onRetry={() => {}} />
        <SkeletonRows count={3} />
      </Card>
      <ConfirmDialog
        open={isOpen}
        title="Delete Item"
        question="Are you sure?"
        confirmLabel="Delete"
        isDangerous
        isBusy={false}
        onConfirm={() => setOpen(false)}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
