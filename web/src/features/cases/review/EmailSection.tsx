import { type CaseTemplate, fillTemplate, listCaseTemplates } from '@stowage/contract/cases/case-templates';
import type { CaseFields } from '@stowage/contract/cases/cases';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/Field.tsx';
import { CopyButton } from '../../../ui/format/CopyButton.tsx';
import { useCaseDraft } from './case-drafts.tsx';

const BODY_ROWS = 12;
const BLANK = { key: '', subject: '', body: '' };

/** An e-mail to Amazon, filled from a template. */
export function EmailSection({ id, fields }: { id: number; fields: CaseFields }) {
  // Without templates, the e-mail can still be written by hand.
  const templates = useQuery(queryFor(listCaseTemplates, {}));
  const { values, set } = useCaseDraft(id, 'email', BLANK);
  const { key, subject, body } = values;
  const [replacement, setReplacement] = useState<CaseTemplate>();
  const templateOf = (templateKey: string) => templates.data?.find(({ template_key }) => template_key === templateKey);
  const fill = (template: CaseTemplate) => {
    set({ key: template.template_key, ...filled(template, fields) });
    setReplacement(undefined);
  };
  const current = templateOf(key);
  const untouched = current === undefined ? BLANK : filled(current, fields);
  const isTyped = (subject !== '' || body !== '') && (subject !== untouched.subject || body !== untouched.body);
  const choose = (templateKey: string) => {
    const template = templateOf(templateKey);
    if (template === undefined) set({ key: templateKey });
    else if (isTyped) setReplacement(template);
    else fill(template);
  };
  const options = (templates.data ?? []).map(({ template_key, template_name }) => ({ value: template_key, label: template_name }));
  return (
    <section aria-label="Email Template" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h4 className="font-semibold">Email Template</h4>
      <div className="sm:max-w-md">
        <SelectField
          label="Template"
          value={key}
          options={[{ value: '', label: templates.isError ? 'The templates could not be loaded' : 'Select a template' }, ...options]}
          onText={choose}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField label="Subject" autoComplete="off" value={subject} onChange={({ target }) => set({ subject: target.value })} />
        <CopyButton text={subject} label="Copy Subject" name="Subject" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <TextAreaField label="Body" rows={BODY_ROWS} value={body} onChange={({ target }) => set({ body: target.value })} />
        <span>
          <CopyButton text={body} label="Copy Body" name="Body" />
        </span>
      </div>
      <ConfirmDialog
        title="Replace the e-mail?"
        question="The template replaces what you typed in the subject and the body."
        confirmLabel="Replace"
        isDangerous
        isBusy={false}
        open={replacement !== undefined}
        onConfirm={() => replacement !== undefined && fill(replacement)}
        onClose={() => setReplacement(undefined)}
      />
    </section>
  );
}

function filled({ subject_template, body_template }: CaseTemplate, fields: CaseFields) {
  return { subject: fillTemplate(subject_template, fields), body: fillTemplate(body_template, fields) };
}
