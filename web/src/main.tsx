import { forgetClosedSession } from './api/session.ts';
import { App } from './app/App.tsx';
import { renderPage } from './app/render-page.tsx';
import { reportVitalsOf } from './app/shell/vitals.ts';
import { keepEarlyScans } from './ui/scan/early-scans.ts';
import './ui/theme.css';

keepEarlyScans();
forgetClosedSession();
renderPage(<App />);
reportVitalsOf(window.location.pathname);
