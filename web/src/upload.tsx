import { renderPage } from './app/render-page.tsx';
import { UploadPage } from './features/photos/UploadPage.tsx';
import { readUploadAddress } from './features/photos/upload-address.ts';
import './ui/theme.css';

renderPage(<UploadPage address={readUploadAddress(window.location.search)} />);
