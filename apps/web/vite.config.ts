import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env.ATELIER_SERVER ?? 'http://127.0.0.1:4983';

// While developing, commands and events go to a running Atelier. It only answers to its own name and origin,
// and its cookie counts for every port of the host: sign in there once, then open the development address.
const toServer = { target: server, changeOrigin: true, headers: { origin: server } };

/** What most screens are made of. Grids, diffs and Markdown are large and stay where they are fetched late. */
const small =
  /[\\/]apps[\\/]web[\\/]src[\\/](ui[\\/](tree[\\/]|upload[\\/]|typed[\\/]|notices[\\/])?[\w-]+\.tsx?$|(client|conversation|models|palette|i18n|people|preferences)[\\/])|[\\/]lucide-react[\\/]/;

/** What the places of a Workbench share: whoever opens one of them needs nearly all of it. Diffs are for few. */
const bench =
  /[\\/]apps[\\/]web[\\/]src[\\/](surfaces[\\/]workshop[\\/](bench|chat|files|onboarding|time)|conversation|code)[\\/](?!text-diff)|[\\/]packages[\\/]workshop[\\/]|[\\/]@tanstack[\\/]react-query[\\/]/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2022',
    // The content security policy allows no data: URLs for fonts, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A style sheet that did not arrive with late code is never asked for again, so there is only the first.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Every request costs more than the few kilobytes that a chunk of its own saves.
            { name: 'app', tags: ['$initial'] },
            { name: 'parts', test: small, minShareCount: 3, maxModuleSize: 12_000 },
            { name: 'bench', test: bench, minShareCount: 2, maxModuleSize: 8_000 },
            { name: 'panes', test: /[\\/]ui[\\/]panes[\\/]/, minShareCount: 2 },
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
