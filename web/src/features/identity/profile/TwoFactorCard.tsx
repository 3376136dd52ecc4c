import { confirmTwoFactor, getProfile, removeTwoFactor, startTwoFactor } from '@stowage/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export function TwoFactorCard() {
  const profile = useQuery(queryFor(getProfile, {}));
  const [dialog, setDialog] = useState<'start' | 'remove'>();
  const isOn = profile.data?.hasTwoFactor ?? false;
  return (
    <Card
      title="Two-step sign-in"
      description="Sign in with your password and a code from an authenticator on your phone."
      aside={
        <Button disabled={profile.data === undefined} onClick={() => setDialog(isOn ? 'remove' : 'start')}>
          {isOn ? 'Turn off' : 'Set up'}
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-2 px-4 pb-4">
        <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        {isOn && `${profile.data?.recoveryCodesLeft ?? 0} recovery codes left.`}
      </p>
      {dialog === 'start' && <SetUpDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && <RemoveDialog onClose={() => setDialog(undefined)} />}
    </Card>
  );
}

export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const start = useCommand(startTwoFactor);
  const confirm = useCommand(confirmTwoFactor, [getProfile]);
  if (confirm.data !== undefined) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />;
  if (start.data === undefined) {
    return (
      <FormDialog
        title="Set up two-step sign-in"
        submitLabel="Continue"
        command={start}
        isReady={password !== ''}
        onSubmit={() => start.mutate({ body: { password } })}
        onClose={onClose}
      >
        <TextField label="Your password" type="password" autoComplete="current-password" value={password} onText={setPassword} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title="Set up two-step sign-in"
      description="Scan the code with an authenticator, then enter its six-digit code."
      submitLabel="Turn on"
      command={confirm}
      isReady={code.trim() !== ''}
      onSubmit={() => confirm.mutate({ body: { code } })}
      onClose={onClose}
    >
      <div className="grid justify-items-center gap-3">
        <span className="rounded-md bg-white p-3">
          <QRCodeSVG value={start.data.address} size={168} title="QR code for the authenticator" />
        </span>
        <p className="text-center text-[13px]">
          Or enter this secret by hand: <code className="font-mono break-all">{start.data.secret.match(/.{4}/g)?.join(' ')}</code>
        </p>
      </div>
      <TextField label="Code" autoComplete="one-time-code" inputMode="numeric" autoFocus value={code} onText={setCode} />
    </FormDialog>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const remove = useCommand(removeTwoFactor, [getProfile]);
  return (
    <FormDialog
      title="Turn off two-step sign-in"
      submitLabel="Turn off"
      isDangerous
      command={remove}
      isReady={password !== ''}
      onSubmit={() => remove.mutate({ body: { password } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label="Your password" type="password" autoComplete="current-password" value={password} onText={setPassword} />
    </FormDialog>
  );
}
