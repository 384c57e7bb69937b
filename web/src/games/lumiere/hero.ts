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
  lead: () => _('Pave the streets, raise your roofs, and let the street lamps do the counting.'),
  friends: () => _('With a friend'),
  slogan: () => _('Light is worth more than land'),
  steps: () => [
    { picture: pave, title: _('Pave'), text: _('Lay square tiles, and take buildings for later.') },
    { picture: build, title: _('Build'), text: _('Cover spaces of your colour, or shared ones.') },
    { picture: shine, title: _('Shine'), text: _('A building scores its size times the lamps beside it.') },
  ],
};
