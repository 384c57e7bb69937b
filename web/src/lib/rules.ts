// Where the app's rules tell more. Over a table such a link opens the book in a sheet; see route.svelte.ts.

/** A rule's address: its id begins with its game's letter. */
export const ruleLink = (rule: string): string => `/rules/${rule[0] === 'L' ? 'lumiere' : 'paris'}#${rule}`;
