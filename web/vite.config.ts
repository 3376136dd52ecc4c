import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

/** What the first page needs is one file: each further one costs its headers, which are as large as a small module. */
const PACKAGES = 'react|react-dom|scheduler|use-sync-external-store|@tanstack/(react-router|router-core|history|react-store|store|react-query|query-core)';
const CONTRACT =
  'formats|catalog/identifiers|identity/people|inventory/(adjustment-reasons|locations|report)|mail/mail|purchasing/(packing-lists|purchase-order-upload)';
const FIRST_PAGE = new RegExp(`node_modules/(${PACKAGES})/|contract/src/(${CONTRACT})[./]`.replaceAll('/', '[\\\\/]'));

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    sourcemap: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { input: ['index.html', 'upload.html'], output: { codeSplitting: { groups: [{ name: 'first-page', test: FIRST_PAGE }] } } },
  },
  server: { port: 5173, proxy: { '/api': server, '/uploads': server, '/ws': { target: server, ws: true } } },
});
