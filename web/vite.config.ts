// The build writes static files to src/lutetia/web/static. It is deterministic.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Modules that every page loads. */
const SHARED = [
  /node_modules/,
  /src\/(lib|components(?!\/LinkSheet)|art)\//,
  /src\/games\/[a-z]+\.ts/,
  /src\/games\/[\w-]+\/(manifest|hero)\.ts/,
  /src\/(App|pages\/Landing|pages\/NotFound)\.svelte/,
];

/** Modules of a game's table: before all that use them, because a group takes what its modules import with it. */
const OF_GAME = /src\/games\/(?!generic)([\w-]+)\/(?!figures|companion|gallery)/;

export default defineConfig({
  plugins: [svelte()],
  // Unit tests run Svelte's client code, not its server rendering.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  // The site may lie in any folder: scripts and styles name other files relative to themselves. The page is shown at
  // many paths of a server, so it names them from the root; `lutetia static` makes that relative, too.
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }),
  },
  build: {
    outDir: '../src/lutetia/web/static',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'], // the first with light-dark(), which must not be transpiled
    assetsInlineLimit: 0, // the server's Content-Security-Policy allows no data: fonts or scripts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true, // scripts/finish.mjs takes from it which files a table needs
    rolldownOptions: {
      output: {
        // Few files compress better than many: one for shared code, one for tutorials, the companion and what is
        // printed, one each for games on this device, links that cannot be copied, moderators, the gallery, lists of
        // games, analysis and studies, openings and players, replays, and puzzles, one for the other pages with the
        // generic table, one per game, and one for the pictures in the rules.
        // Whatever the entry imports must be in `shared`: otherwise every page loads the group that contains it.
        codeSplitting: {
          groups: [
            { name: 'shared', test: (id) => SHARED.some((pattern) => pattern.test(id)) },
            { name: (id) => OF_GAME.exec(id)![1], test: OF_GAME },
            { name: 'figures', test: /src\/games\/([\w-]+\/figures|PartList)/ },
            {
              name: 'learn',
              test: /src\/pages\/(tutorial|companion|card|learn|About)|src\/games\/[\w-]+\/companion/,
            },
            { name: 'device', test: /src\/device\// },
            { name: 'LinkSheet', test: /src\/components\/LinkSheet/ },
            { name: 'moderation', test: /src\/pages\/moderation/ },
            { name: 'gallery', test: /src\/pages\/gallery/ },
            { name: 'study', test: /src\/pages\/study/ },
            { name: 'lists', test: /src\/pages\/lists/ },
            { name: 'insight', test: /src\/pages\/(insight|openings|player)/ },
            { name: 'pages', test: /src\/pages\/(?!replay|puzzles)|src\/games\/generic/ },
            // last: they share their table with the pages
            { name: 'replay', test: /src\/pages\/replay/ },
            { name: 'puzzles', test: /src\/pages\/puzzles/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:1889', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], pool: 'threads' },
} as Parameters<typeof defineConfig>[0]);
