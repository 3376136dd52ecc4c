import { fillTemplate, listCaseTemplates } from '@stowage/contract/case-templates';
import type { CaseFields } from '@stowage/contract/cases';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/Field.tsx';

const BODY_ROWS = 12;

/** An e-mail to the marketplace, begun from a template that the case fills. */
export function EmailSection({ fields }: { fields: CaseFields }) {
  // A failure of this call is only logged: the e-mail can be written without a template.
  const templates = useQuery(queryFor(listCaseTemplates, {}));
  const [key, setKey] = useState('');
  const [subject, setSubject] = useState('');
  const [body, setBody] = useState('');
  const choose = (wanted: string) => {
    const template = templates.data?.find(({ template_key }) => template_key === wanted);
    setKey(wanted);
    if (template === undefined) return;
    setSubject(fillTemplate(template.subject_template, fields));
    setBody(fillTemplate(template.body_template, fields));
  };
  const options = (templates.data ?? []).map(({ template_key, template_name }) => ({ value: template_key, label: template_name }));
  return (
    <section aria-label="Email Template" className="grid gap-3">
      <h4 className="font-semibold">Email Template</h4>
      <div className="sm:max-w-md">
        <SelectField
          label="Template"
          value={key}
          options={[{ value: '', label: templates.isError ? 'The templates could not be loaded' : 'Select a template' }, ...options]}
          onChange={({ target }) => choose(target.value)}
        />
      </div>
      <div className="grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField label="Subject" autoComplete="off" value={subject} onChange={({ target }) => setSubject(target.value)} />
        <CopyButton text={subject} label="Copy Subject" name="Subject" />
      </div>
      <div className="grid gap-2">
        <TextAreaField label="Body" rows={BODY_ROWS} value={body} onChange={({ target }) => setBody(target.value)} />
        <span>
          <CopyButton text={body} label="Copy Body" name="Body" />
        </span>
      </div>
    </section>
  );
}
