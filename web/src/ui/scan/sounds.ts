/** The four results that sound different at the bench. */
export type Tone = 'success' | 'warning' | 'error' | 'duplicate';

export interface SoundSettings {
  /** From 0 to 1. */
  readonly volume: number;
  readonly isSilent: boolean;
}

const KEY = 'stowage.sounds';
const DEFAULTS: SoundSettings = { volume: 0.8, isSilent: false };
const VIBRATION_MS: Record<Tone, number[]> = { success: [40], warning: [80, 60, 80], error: [250], duplicate: [40, 40, 40] };

const players = new Map<Tone, HTMLAudioElement>();

export function soundSettings(): SoundSettings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<SoundSettings>) };
  } catch {
    return DEFAULTS;
  }
}

export function saveSoundSettings(settings: SoundSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // On a device without room, the settings before stay.
  }
}

/** Plays a tone and vibrates, if the settings and the device allow it. */
export function playTone(tone: Tone): void {
  navigator.vibrate?.(VIBRATION_MS[tone]);
  const { volume, isSilent } = soundSettings();
  if (isSilent) return;
  const player = players.get(tone) ?? new Audio(`/sounds/${tone}.wav`);
  players.set(tone, player);
  player.volume = volume;
  player.currentTime = 0;
  // Browsers refuse sound before the first key or click; the screen shows the result anyway.
  player.play().catch(() => {});
}
