import { confirmExtras, getProductReturnConditionData, QUANTITY_DIGITS } from '@stowage/contract/returns/dispositions';
import { useRef, useState } from 'react';
import { failureMessage, mayPass } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';

interface ExtrasFormProps {
  readonly removalShipment: number;
  readonly extra: number;
  readonly onSaved: () => void;
}

/** Enters units of a line that arrived beyond those shipped. */
export function ExtrasForm({ removalShipment, extra, onSaved }: ExtrasFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  /** The number that the person saw when they began to type; after a refusal, the current one. */
  const seen = useRef<number>(undefined);
  const command = useCommand(confirmExtras, [getProductReturnConditionData]);
  const submit = () => {
    const body = { removalShipment, quantity: Number(text || '0'), expectedQuantity: seen.current ?? extra };
    const onSuccess = () => {
      setOpen(false);
      onSaved();
    };
    const onError = (error: Error) => {
      if (!mayPass(error)) seen.current = undefined;
    };
    command.mutate({ body }, { onSuccess, onError });
  };
  if (!isOpen) {
    return (
      <Button
        size="small"
        onClick={() => {
          seen.current = extra;
          setText(extra === 0 ? '' : String(extra));
          setOpen(true);
        }}
      >
        {extra === 0 ? 'More arrived than shipped' : 'Change'}
      </Button>
    );
  }
  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <TextField
        {...PASSES_SCANS}
        label="Units beyond those shipped"
        inputMode="numeric"
        autoFocus
        autoComplete="off"
        value={text}
        error={command.isError ? (failureMessage(command.error) ?? 'Not saved: the server does not answer. Please try again.') : undefined}
        onChange={({ target }) => setText(target.value.replace(/\D/g, '').slice(0, QUANTITY_DIGITS))}
      />
      <Button type="submit" look="primary" disabled={command.isPending}>
        Confirm
      </Button>
      <Button onClick={() => setOpen(false)}>Cancel</Button>
    </Form>
  );
}
