import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetClosedSession } from './api/session.ts';
import { App } from './app/App.tsx';
import { applyTheme } from './app/shell/theme.ts';
import { reportVitalsOf } from './app/shell/vitals.ts';
import { keepEarlyScans } from './ui/scan/early-scans.ts';
import './ui/theme.css';

keepEarlyScans();
forgetClosedSession();
applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
reportVitalsOf(window.location.pathname);
