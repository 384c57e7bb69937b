// Lint rules: the recommended sets of ESLint, typescript-eslint and eslint-plugin-svelte, plus a few of our own.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// What the parser reads of it. A cached result belongs to a configuration, which must not contain functions.
const forParser = { compilerOptions: { runes: svelteConfig.compilerOptions.runes } };

export default ts.config(
  { ignores: ['src/lib/schema.d.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig: forParser },
    },
  },
  { files: ['**/*.mjs', '*.config.*'], languageOptions: { globals: globals.node } },
  { files: ['public/sw.js'], languageOptions: { globals: globals.serviceworker } },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // `let x = $state()` is reassigned by the template: the Svelte rule knows, the base rule does not.
      'prefer-const': 'off',
      // `let { value, bound = $bindable() } = $props()` is one declaration: only whole declarations can be const.
      'svelte/prefer-const': ['error', { destructuring: 'all', excludedRunes: ['$props', '$derived', '$state'] }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: {
      // `{' '}` is a space that must survive formatting.
      'svelte/no-useless-mustaches': 'off',
      // Maps and sets here are local work space. State that changes is replaced as a whole (`$state.raw`).
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['src/games/**/*.svelte'],
    rules: {
      // Drawings are SVG text that draw/*.ts builds from numbers and notation; nothing people write gets into it.
      'svelte/no-at-html-tags': 'off',
    },
  },
  { files: ['scripts/**'], rules: { 'no-console': 'off' } },
);
