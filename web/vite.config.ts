import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: 'es2022', sourcemap: true, assetsInlineLimit: 0, chunkSizeWarningLimit: 700, rolldownOptions: { input: ['index.html', 'upload.html'] } },
  server: { port: 5173, proxy: { '/api': server, '/uploads': server, '/ws': { target: server, ws: true } } },
});
