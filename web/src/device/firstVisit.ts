// How much a first visit loads of the engine, as its list of files says (scripts/engine).
import { locale } from '../lib/i18n.svelte';
import { isStatic } from '../lib/site';

/** Bytes as they are sent, compressed with brotli or gzip. */
interface Sizes {
  br: number;
  gz: number;
}

/** The engine's list of its files. */
export interface Index {
  id: string;
  /** What is loaded before a first game in English. An engine that an earlier version has kept does not say. */
  first_visit?: Sizes;
  files: Record<string, Sizes>;
}

/** The bytes that a first visit loads, in the reader's language; 0: not known. */
export function firstVisit({ files, first_visit }: Index): number {
  if (!first_visit) return 0;
  // Browsers take brotli only where it is secure, and hosts of plain files rarely have it.
  const kind = isSecureContext && !isStatic ? 'br' : 'gz';
  const tags = new Set([locale.language.split('-')[0], locale.language]); // pt-BR holds only what differs from pt
  return [...tags].reduce((sum, tag) => sum + (files[`locale-${tag}.zip`]?.[kind] ?? 0), first_visit[kind]);
}
