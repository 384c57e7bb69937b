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
  lead: () => _('Send your keys to the banks, buy the best addresses, and hold the right district when it counts.'),
  friends: () => _('With friends'),
  slogan: () => _('A key is a promise to pay'),
  steps: () => [
    { picture: bank, title: _('Bank it'), text: _('Put a key in a bank of a district and take its francs.') },
    { picture: address, title: _('Buy an address'), text: _('Move the key to a building and pay for it.') },
    {
      picture: district,
      title: _('Hold the district'),
      text: _('At the end the districts pay those who own the most in them.'),
    },
  ],
};
