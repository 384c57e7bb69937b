// The manifest of Paris.
import wheel from './art/wheel.svg';
import { _ } from '../../lib/i18n.svelte';
import type { GameManifest } from '../manifest';
import { hero } from './hero';

export const manifest: GameManifest = {
  title: () => _('Paris'),
  theme: 'day',
  pages: ['rules', 'tutorial', 'companion', 'openings'],
  picture: wheel,
  hero,
  levelSign: {
    outline: 'M12 13.500a5 5 0 1 1 .1 0ZM10.800 13.500h2.400V27h-2.400ZM13.200 21h4v2h-4ZM13.200 24.500h3V26.500h-3Z',
  },
  parts: { page: () => _('Every bonus tile'), list: () => _('The bonus tiles') },
  loadUi: async () => (await import('.')).ui,
  loadFigures: async () => (await import('./figures')).figures,
  loadCompanion: async () => (await import('./companion')).companion,
  loadGallery: async () => (await import('./gallery')).gallery,
};
