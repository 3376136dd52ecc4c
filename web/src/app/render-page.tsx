import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from './shell/theme.ts';

/** Renders a page in the person's theme. */
export function renderPage(page: ReactNode): void {
  applyTheme();
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element');
  createRoot(root).render(<StrictMode>{page}</StrictMode>);
}
