import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

/** What the first page needs of these is one file each: every further file costs its headers, which are as large as a small module. */
const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const ROUTER = /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    // The fonts' reader, which only printing loads, is the largest.
    chunkSizeWarningLimit: 750,
    rolldownOptions: {
      input: ['index.html', 'upload.html'],
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT, priority: 2 },
            { name: 'router', test: ROUTER, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': server, '/uploads': server, '/ws': { target: server, ws: true } } },
});
