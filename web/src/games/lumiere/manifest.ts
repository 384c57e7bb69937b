// The manifest of La Cité de la Lumière.
import shine from './art/shine.webp';
import { _ } from '../../lib/i18n.svelte';
import type { GameManifest } from '../manifest';
import { hero } from './hero';

export const manifest: GameManifest = {
  title: () => 'La Cité de la Lumière',
  theme: 'night',
  pages: ['rules', 'tutorial', 'companion', 'openings'],
  picture: shine,
  hero,
  levelSign: {
    outline: 'M6 9h12l-2 14H8L6 9ZM4.500 9 8 4.500h8L19.500 9M12 4.500V1.500M12 23v5M8 28.500h8',
    lit: 'M9 11h6l-1 9h-4Z',
  },
  parts: { page: () => _('Every postcard'), list: () => _('The postcards') },
  loadUi: async () => (await import('.')).ui,
  loadFigures: async () => (await import('./figures')).figures,
  loadCompanion: async () => (await import('./companion')).companion,
  loadGallery: async () => (await import('./gallery')).gallery,
};
