// Runes everywhere; types by the preprocessor that comes with the plugin.
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

// A component's own class stands before every element it styles: three letters instead of thirteen.
const cssHash = ({ hash, filename }) => `_${hash(filename.replace(/^.*\/src\//, '')).slice(0, 3)}`;

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true, cssHash } };
