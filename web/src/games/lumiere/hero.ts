// The game on the landing page.
import build from './art/build.webp';
import night from '../../art/night.svg';
import pave from './art/pave.webp';
import shine from './art/shine.webp';
import { _ } from '../../lib/i18n.svelte';
import type { Hero } from '../manifest';

export const hero: Hero = {
  panorama: night,
  facts: () => [_('By night'), _('two players'), _('about {n} minutes', { n: 30 })],
  title: { lines: () => 'La Cité de la Lumière'.split(/(?=la )/), language: 'fr' },
  lead: () => _('Pave the streets, put up your buildings, and score for the street lamps beside them.'),
  friends: () => _('With a friend'),
  slogan: () => _('Light is worth more than land'),
  steps: () => [
    { picture: pave, title: _('Pave'), text: _('Lay square tiles, and take buildings for later.') },
    { picture: build, title: _('Build'), text: _('Cover spaces of your colour or mixed ones.') },
    { picture: shine, title: _('Light up'), text: _('A building scores its size times the lamps beside it.') },
  ],
};
