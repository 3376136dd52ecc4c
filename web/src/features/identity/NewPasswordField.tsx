import { MIN_PASSWORD_LENGTH } from '@stowage/contract/identity/account';
import { TextField } from '../../ui/form/Field.tsx';

interface NewPasswordFieldProps {
  readonly value: string;
  readonly autoFocus?: boolean;
  readonly onPassword: (password: string) => void;
}

export function NewPasswordField({ value, autoFocus = false, onPassword }: NewPasswordFieldProps) {
  return (
    <TextField
      label="New password"
      type="password"
      autoComplete="new-password"
      hint={`At least ${MIN_PASSWORD_LENGTH} characters; no common password, and not mostly your name`}
      required
      minLength={MIN_PASSWORD_LENGTH}
      autoFocus={autoFocus}
      value={value}
      onText={onPassword}
    />
  );
}
