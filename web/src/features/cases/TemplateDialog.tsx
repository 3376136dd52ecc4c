import { type CaseTemplate, listCaseTemplates, PLACEHOLDER_NAMES, saveCaseTemplate } from '@stowage/contract/cases/case-templates';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { TextAreaField, TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

interface TemplateDialogProps {
  /** The template to edit; undefined to add one. */
  readonly template: CaseTemplate | undefined;
  readonly takenKeys: readonly string[];
  readonly onClose: () => void;
}

const BODY_ROWS = 12;

export function TemplateDialog({ template, takenKeys, onClose }: TemplateDialogProps) {
  const [name, setName] = useState(template?.template_name ?? '');
  const [subject, setSubject] = useState(template?.subject_template ?? '');
  const [body, setBody] = useState(template?.body_template ?? '');
  const save = useCommand(saveCaseTemplate, [listCaseTemplates]);
  const key = template?.template_key ?? freeKey(name, takenKeys);
  const texts = { template_name: name, subject_template: subject, body_template: body };
  const submit = () => save.mutate({ params: { key }, body: { ...texts, seen: template === undefined ? null : textsOf(template) } }, { onSuccess: onClose });
  return (
    <FormDialog
      title={template === undefined ? 'Add a template' : 'Edit template'}
      description={`Placeholders: ${PLACEHOLDER_NAMES.map((one) => `{{${one}}}`).join(' ')}`}
      size="wide"
      submitLabel="Save"
      command={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={200} autoFocus autoComplete="off" value={name} onText={setName} />
      <TextField label="Subject" required maxLength={500} autoComplete="off" value={subject} onText={setSubject} />
      <TextAreaField label="Body" required maxLength={20_000} rows={BODY_ROWS} value={body} onText={setBody} />
    </FormDialog>
  );
}

function textsOf({ template_name, subject_template, body_template }: CaseTemplate) {
  return { template_name, subject_template, body_template };
}

/** Derives an unused key from a name. */
function freeKey(name: string, taken: readonly string[]): string {
  const key =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 50) || 'template';
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
