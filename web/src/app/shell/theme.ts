import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'stowage.theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const watchers = new Set<() => void>();

/** Applies the chosen theme, and follows the system's theme when that is chosen. */
export function applyTheme(): void {
  const show = () => {
    const choice = themeChoice();
    const isDark = choice === 'dark' || (choice === 'system' && systemIsDark.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  systemIsDark.addEventListener('change', show);
  watchers.add(show);
  show();
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  for (const watcher of watchers) watcher();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((callback) => {
    watchers.add(callback);
    return () => watchers.delete(callback);
  }, themeChoice);
}

function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
