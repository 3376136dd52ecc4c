import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { CHUNKS } from './chunks.ts';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    // The supported browsers preload modules themselves.
    modulePreload: { polyfill: false },
    // The fonts' reader, which only printing loads, is the largest.
    chunkSizeWarningLimit: 750,
    rolldownOptions: {
      input: ['index.html', 'upload.html'],
      output: {
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/uploads': server, '/ws': { target: server, ws: true } } },
});
