import { type CaseTemplate, deleteCaseTemplate, listCaseTemplates } from '@stowage/contract/cases/case-templates';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { queryFor } from '../../api/query.ts';
import { CommandDialog } from '../../shared/CommandDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { ClaimWindowsCard } from './ClaimWindowsCard.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';

/** The e-mail templates for cases, and the claim windows. */
export function CaseTemplatesPage() {
  const templates = useQuery(queryFor(listCaseTemplates, {}));
  const [edited, setEdited] = useState<CaseTemplate | 'new'>();
  const [removed, setRemoved] = useState<CaseTemplate>();
  const add = useRef<HTMLButtonElement>(null);
  /** The last removed template, whose row disappears soon. */
  const gone = useRef<CaseTemplate>(undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title="E-mail templates"
        description="Placeholders such as {{FNSKU}} are filled from the case."
        aside={
          <Button ref={add} look="primary" onClick={() => setEdited('new')}>
            <Plus size={15} aria-hidden /> Add a template
          </Button>
        }
      >
        <QueryResult query={templates} rows={3} failure="The templates could not be loaded" empty={<EmptyState title="No templates yet" />}>
          {(rows) => (
            <DataTable
              label="E-mail templates"
              columns={columns({ onEdit: setEdited, onRemove: setRemoved })}
              rows={rows}
              keyOf={({ template_key }) => template_key}
            />
          )}
        </QueryResult>
      </Card>
      <ClaimWindowsCard />
      {edited !== undefined && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          takenKeys={templates.data?.map(({ template_key }) => template_key) ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed !== undefined && (
        <CommandDialog
          title="Remove the template?"
          question={`${removed.template_name} will no longer be available. E-mails that were written with it stay.`}
          confirmLabel="Remove"
          isDangerous
          endpoint={deleteCaseTemplate}
          input={{ params: { key: removed.template_key } }}
          stale={[listCaseTemplates]}
          onDone={() => {
            gone.current = removed;
          }}
          onClose={() => setRemoved(undefined)}
          returnFocusTo={() => (gone.current === removed ? add.current : null)}
        />
      )}
    </div>
  );
}

function columns({
  onEdit,
  onRemove,
}: {
  onEdit: (template: CaseTemplate) => void;
  onRemove: (template: CaseTemplate) => void;
}): readonly Column<CaseTemplate>[] {
  return [
    { heading: 'Name', isTitle: true, cell: ({ template_name }) => template_name },
    { heading: 'Key', cell: ({ template_key }) => <span className="font-mono text-[13px]">{template_key}</span> },
    { heading: 'Subject', cell: ({ subject_template }) => <span className="break-words">{subject_template}</span> },
    {
      heading: 'Actions',
      isAction: true,
      cell: (template) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <Button size="small" aria-label={`Edit ${template.template_name}`} onClick={() => onEdit(template)}>
            Edit
          </Button>
          <Button size="small" aria-label={`Remove ${template.template_name}`} onClick={() => onRemove(template)}>
            Remove
          </Button>
        </span>
      ),
    },
  ];
}
