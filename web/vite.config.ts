// The build: plain files under src/lutetia/web/static, the same bytes from the same sources.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/lutetia/web/static',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'], // the first with light-dark(), which must not be lowered
    assetsInlineLimit: 0, // the server's policy allows no data: fonts or scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files pack better than many: what all pages share, the pages for
        // learning and for the box, those behind the landing page, each game.
        codeSplitting: {
          groups: [
            { name: 'house', test: /node_modules|src\/(lib|parts)\/|src\/art\// },
            { name: 'learn', test: /src\/pages\/(tutorial|companion|learn)/ },
            { name: 'pages', test: /src\/pages\/(?!Landing|NotFound)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:1889', ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
} as Parameters<typeof defineConfig>[0]);
