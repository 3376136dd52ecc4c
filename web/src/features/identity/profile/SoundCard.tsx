import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { playTone, type SoundSettings, saveSoundSettings, soundSettings, type Tone } from '../../../ui/scan/sounds.ts';
import { usePreferences } from './use-preferences.ts';

const TONES: readonly { tone: Tone; label: string }[] = [
  { tone: 'success', label: 'Success' },
  { tone: 'warning', label: 'Warning' },
  { tone: 'error', label: 'Error' },
  { tone: 'duplicate', label: 'Duplicate' },
];

export function SoundCard() {
  const { preferences, isLoaded, save } = usePreferences();
  const [dragged, setDragged] = useState<SoundSettings>();
  // This browser's settings until the person's are loaded.
  const settings = dragged ?? preferences.sounds ?? soundSettings();
  const drag = (volume: number) => {
    const next = { ...settings, volume };
    setDragged(next);
    // The next test sound uses the new volume at once.
    saveSoundSettings(next);
  };
  // Saves once when the slider is released, not at every step.
  const saveDragged = () => {
    if (dragged !== undefined) save({ sounds: dragged });
    setDragged(undefined);
  };
  return (
    <Card title="Scan sounds" description="Apply on every device that you sign in on.">
      <div className="grid gap-4 px-4 pb-4">
        <label className="flex min-h-7 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={settings.isSilent}
            disabled={!isLoaded}
            onChange={({ target }) => save({ sounds: { ...settings, isSilent: target.checked } })}
          />
          Silent: show results and vibrate, without sounds
        </label>
        <label className="grid max-w-xs gap-1.5">
          <span className="font-medium">Volume</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.1}
            className="h-7 accent-accent"
            disabled={!isLoaded || settings.isSilent}
            value={settings.volume}
            onChange={({ target }) => drag(Number(target.value))}
            onPointerUp={saveDragged}
            onKeyUp={saveDragged}
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
