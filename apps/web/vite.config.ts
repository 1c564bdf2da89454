import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.ATELIER_SERVER ?? 'http://127.0.0.1:4983';

// While developing, commands and events go to a running Atelier. It only answers to its own name and origin,
// and its cookie counts for every port of the host: sign in there once, then open the development address.
const toServer = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    // The content security policy allows no data: URLs for fonts, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A style sheet that did not arrive with late code is never asked for again, so there is only the first.
    cssCodeSplit: false,
    // The words of one language are one request; those of the other are never fetched.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'words-en', test: /\.en\.ts$/ },
            { name: 'words-he', test: /\.he\.ts$/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': toServer,
      '/lab-files': toServer,
      '/chat-files': toServer,
      '/events': { ...toServer, ws: true },
    },
  },
});
