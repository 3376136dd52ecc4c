import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { playTone, saveSoundSettings, soundSettings, type Tone } from '../../ui/sounds.ts';

const TONES: readonly { tone: Tone; label: string }[] = [
  { tone: 'success', label: 'Success' },
  { tone: 'warning', label: 'Warning' },
  { tone: 'error', label: 'Error' },
  { tone: 'duplicate', label: 'Duplicate' },
];

/** Who is signed in, and how this device sounds. */
export function ProfilePage() {
  const session = useSession();
  return (
    <div className="grid max-w-2xl gap-4">
      <Card title="Account">
        <dl className="grid grid-cols-[8rem_1fr] gap-y-2 px-4 pb-4">
          <dt className="text-muted">Name</dt>
          <dd>{session?.name}</dd>
          <dt className="text-muted">Email address</dt>
          <dd className="break-all">{session?.email}</dd>
          <dt className="text-muted">Role</dt>
          <dd>
            {session?.roles.map((role) => (
              <Badge key={role}>{role === 'ROLE_ADMIN' ? 'Administrator' : 'User'}</Badge>
            ))}
          </dd>
        </dl>
      </Card>
      <SoundCard />
    </div>
  );
}

function SoundCard() {
  const [settings, setSettings] = useState(soundSettings);
  const change = (part: Partial<typeof settings>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    saveSoundSettings(next);
  };
  return (
    <Card title="Scan sounds" description="For this device.">
      <div className="grid gap-4 px-4 pb-4">
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" className="size-4 accent-accent" checked={settings.isSilent} onChange={({ target }) => change({ isSilent: target.checked })} />
          Silent: results are shown and felt, not heard
        </label>
        <label className="grid max-w-xs gap-1.5">
          <span className="font-medium">Volume</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.1}
            className="h-6 accent-accent"
            disabled={settings.isSilent}
            value={settings.volume}
            onChange={({ target }) => change({ volume: Number(target.value) })}
          />
        </label>
        <div className="flex flex-wrap gap-2">
          {TONES.map(({ tone, label }) => (
            <Button key={tone} onClick={() => playTone(tone)} disabled={settings.isSilent}>
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  );
}
