import { useState } from 'react';
import type * as z from 'zod';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog, type FormDialogProps } from '../../ui/form/FormDialog.tsx';

interface SecretField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly isSecret: boolean;
}

interface SecretsDialogProps<Name extends string, Input> extends Omit<FormDialogProps, 'onSubmit' | 'children'> {
  readonly fields: readonly SecretField<Name>[];
  /** What the fields hold at first. */
  readonly initial: Readonly<Record<Name, string>>;
  readonly schema: z.ZodType<Input>;
  readonly onSubmit: (input: Input) => void;
}

/** A form of texts and secrets, with the problem of each field beside it. The page sends them once and does not store them. */
export function SecretsDialog<Name extends string, Input>({ fields, initial, schema, onSubmit, ...dialog }: SecretsDialogProps<Name, Input>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const submit = () => {
    const parsed = schema.safeParse(values);
    setErrors(Object.fromEntries((parsed.error?.issues ?? []).toReversed().map((issue) => [issue.path[0], issue.message])));
    if (parsed.success) onSubmit(parsed.data);
  };
  return (
    <FormDialog onSubmit={submit} {...dialog}>
      {fields.map(({ name, label, isSecret }) => (
        <TextField
          key={name}
          label={label}
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          value={values[name]}
          error={errors[name]}
          onText={(text) => setValues({ ...values, [name]: text })}
        />
      ))}
    </FormDialog>
  );
}
