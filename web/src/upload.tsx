import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from './app/shell/theme.ts';
import { UploadPage } from './features/photos/UploadPage.tsx';
import { readUploadAddress } from './features/photos/upload-address.ts';
import './ui/theme.css';

applyTheme();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <UploadPage address={readUploadAddress(window.location.search)} />
  </StrictMode>,
);
