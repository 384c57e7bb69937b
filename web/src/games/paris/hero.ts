// The game on the landing page.
import address from './art/address.svg';
import bank from './art/bank.svg';
import day from '../../art/day.svg';
import district from './art/district.svg';
import { _ } from '../../lib/i18n.svelte';
import type { Hero } from '../manifest';

export const hero: Hero = {
  panorama: day,
  facts: () => [_('By day'), _('two to four players'), _('about {n} minutes', { n: 90 })],
  title: { lines: () => [_('Paris')] },
  lead: () => _('Put keys in the banks, buy the best properties, and control the right districts at the end.'),
  friends: () => _('With friends'),
  slogan: () => _('Buy low, move up'),
  steps: () => [
    { picture: bank, title: _('Bank it'), text: _('Put a key in a district’s bank and take its francs.') },
    { picture: address, title: _('Buy a property'), text: _('Move the key to a building and pay for it.') },
    {
      picture: district,
      title: _('Control the district'),
      text: _('At the end, districts score for the players who own the most in them.'),
    },
  ],
};
