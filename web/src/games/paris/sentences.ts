// Texts about a spot: its name for screen readers, the sentence under the question, why a press did nothing.
import { placeOf } from './edition';
import { outlookOf } from './prospects';
import type { Input } from './input.svelte';
import type { Offer } from './steps';
import {
  _,
  capital,
  districtName,
  francs,
  gainNames,
  goodsName,
  keysName,
  ordinal,
  paysName,
  placeName,
  plural,
  points,
  priceName,
  prizeName,
  propertyName,
  signed,
} from './words';

/** Names of the seats as the table calls them. */
export type Names = Record<string, string>;

/** What lies on a spot: "Café 5, Belleville, key of Ana, marble beside it". */
export function spotName(spot: string, input: Input, names: Names): string {
  const { position, me } = input;
  const [first, second] = spot.split(':');
  switch (first) {
    case 'arc':
      return [_('Arc de Triomphe'), ...keysName(position.arc, names, me)].join(', ');
    case 'bank': {
      const { bank } = position.districts[second];
      return [capital(placeName(spot, input)), francs(bank.francs), ...keysName(bank.keys, names, me)].join(', ');
    }
    case 'stack': {
      const { left, back } = position.stacks[Number(second) - 1];
      return [
        _('Stack {n}', { n: second }),
        plural('{n} building', '{n} buildings', left),
        back ? _('on top: {district}', { district: districtName(back) }) : '',
      ]
        .filter(Boolean)
        .join(', ');
    }
    case 'space':
      return _('Bonus space {n}, empty', { n: second });
    case 'bonus': {
      const place = position.track.findIndex((space) => String(space.number) === second);
      const { left, meeples } = position.track[place];
      return [
        input.tileName(second),
        input.tile(Number(second)),
        owned(Number(second), input),
        left > 1 ? plural('{n} copy', '{n} copies', left) : '',
        ...meeples.map((seat) => _('meeple of {name}', { name: names[seat] ?? seat })),
      ]
        .filter(Boolean)
        .join(', ');
    }
    case 'sky':
      return _('Landmarks of {district}', { district: districtName(second) });
    case 'won':
      return _('VP tile {prize} in {district}', {
        prize: prizeName(position.districts[second].vp_tile!),
        district: districtName(second),
      });
    case 'prize': {
      const prize = position.vp_tiles.find((one) => String(one[0]) === second)!;
      return _('VP tile {prize}', { prize: prizeName(prize) });
    }
    case 'ends':
      return plural('{n} end-game tile', '{n} end-game tiles', position.end_tiles.left);
    case 'hand':
      return _('A key from your hand');
  }
  const { district, value, landmark } = placeOf(spot);
  const part = position.districts[district];
  if (landmark)
    return [placeName(spot, input), ...keysName(part.landmarks[`L${value}`]?.keys ?? [], names, me)].join(', ');
  const space = part.buildings[value];
  const what = space.type
    ? placeName(spot, input)
    : _('{district} {value}, not yet built', { district: districtName(district), value });
  return [
    what,
    ...keysName(space.keys, names, me),
    space.token ? _('{good} beside it', { good: input.name(space.token) }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether the player has a bonus tile (P50): an owned number cannot be taken again. */
export function owned(number: number, { position, me }: Input): string {
  const own = me ? position.seats[me] : null;
  if (!own) return '';
  if (own.used.includes(number)) return _('yours, used');
  return own.unused?.[number] ? _('yours') : '';
}

/** What a step would be, as a sentence under the question. */
export function describeStep(one: Offer, input: Input, names: Names): string {
  const { position, edition } = input;
  const words = one.step.split(' ');
  switch (one.kind) {
    case 'draw':
      return spotName(`stack:${words[1]}`, input, names);
    case 'key':
      return input.about(words[1] === 'arc' ? 'arc' : `bank:${words[2]}`);
    case 'move':
      return describeMove(one, input, names);
    case 'track':
    case 'use': {
      const number = Number(words.at(-1));
      if (words[1] === 'none') return _('No bonus tile: the meeple stays.');
      if (Number.isNaN(number)) return `${capital(input.name(words[1]))}. ${input.about('end')}`;
      const pays = paysName(position.bonus[number], number, input);
      const what = _('Bonus tile {n}: {what}.', { n: number, what: input.tile(number) });
      return pays ? `${what} ${_('It would pay {pays} now.', { pays })}` : what;
    }
    case 'buy':
      return _('Buy {good} for {n} F.', { good: input.name(words[1]), n: edition.tokens.buy[words[1]] });
    case 'sell':
      return _('Sell {good} for {n} F.', { good: input.name(words[1]), n: edition.tokens.sell[words[1]] });
    case 'vp':
      return words[1] === 'none'
        ? _('No VP tile: you give it up for good.')
        : _('VP tile {n} to {district}.', { n: words[1], district: districtName(words[2]) }) +
            describeChange(one, input, names);
    case 'section':
      return words[1] === 'done'
        ? _('Fill no more sections.')
        : _('{good}: {vp} VP.', { good: capital(input.name(words[1])), vp: edition.section_vp[words[1]] });
    case 'site':
      return _('Build it in {district}.', { district: districtName(words[1]) });
    default:
      return '';
  }
}

function describeMove(one: Offer, input: Input, names: Names): string {
  const to = one.step.split(' ')[2];
  const goal = input.goal(one);
  const place = placeName(to, input);
  if (!goal || !input.me) return place;
  const gives = gainNames(goal, input).join(', ');
  const price = priceName(goal.francs, goal.units, input);
  const first = gives
    ? _('{place}: pay {price}, get {gives}.', { place, price, gives })
    : _('{place}: pay {price}.', { place, price });
  const spends = goal.tiles.map((tile) => ` ${_('This uses up bonus tile {n}.', { n: tile })}`).join('');
  const { district } = placeOf(to);
  const [before, after] = [
    input.position.standings[district],
    outlookOf(input.previews[one.step]).standings[district],
  ].map((rows) => rows?.find((row) => row.seat === input.me));
  const sum = after?.place
    ? _('Your total there {before} → {after}, {place}.', {
        before: before?.sum ?? 0,
        after: after.sum,
        place: ordinal(after.place),
      })
    : '';
  return `${first}${spends}${sum && ` ${sum}`}${describeChange(one, input, names)}`;
}

/** What the server says a step would change in the districts. */
function describeChange({ step }: Offer, input: Input, names: Names): string {
  const parts = Object.entries(outlookOf(input.previews[step]).points).map(([seat, n]) =>
    _('{name} {n}', { name: seat === input.me ? _('you') : (names[seat] ?? seat), n: signed(n) }),
  );
  return parts.length ? ` ${_('District VP: {changes}.', { changes: parts.join(', ') })}` : '';
}

/** The text for the spot under pointer or focus: the step it means, what is missing for it, or what lies there. */
export function describeSpot(spot: string, input: Input, names: Names): string {
  const found = input.targets.get(spot);
  if (found?.length === 1) return describeStep(found[0], input, names);
  if (found && spot.startsWith('sky:'))
    return _('Landmarks for {district}: {list}.', {
      district: districtName(spot.slice(4)),
      list: found.map((one) => propertyName(one.step.split(' ')[2] ?? '', input)).join(', '),
    });
  const missing = describeMissing(spot, input);
  if (missing) return missing;
  const number = Number(spot.split(':')[1]);
  if ((spot.startsWith('bonus:') || spot.startsWith('tile:')) && input.position.bonus[number]) {
    const pays = paysName(input.position.bonus[number], number, input);
    return [
      spot.startsWith('bonus:') ? spotName(spot, input, names) : input.tile(number),
      pays ? _('now {pays}', { pays }) : '',
    ]
      .filter(Boolean)
      .join('; ');
  }
  return /^(good|buy|sell|end|take|card|tile|none)\b/.test(spot) ? '' : spotName(spot, input, names);
}

/** What is missing for a destination of the chosen key, and which legal steps would bring it. */
export function describeMissing(spot: string, input: Input): string {
  const missing = input.missing.get(spot);
  if (!missing) return '';
  const lacks = [missing.lacks.francs ? francs(missing.lacks.francs) : '', goodsName(missing.lacks, input)]
    .filter(Boolean)
    .join(', ');
  const value = Number(spot.slice(5));
  const place = spot.startsWith('card:') ? `${input.name(`L${value}`)} ${value}` : placeName(spot, input);
  const said = lacks
    ? _('{place} costs {price}: you still need {lacks}.', {
        place,
        price: priceName(missing.francs, missing.units, input),
        lacks,
      })
    : _('{place} costs {price}.', { place, price: priceName(missing.francs, missing.units, input) });
  if (!missing.raises.length) return said;
  const list = missing.raises.map((step) => {
    const [kind, what] = step.split(' ');
    const done =
      kind === 'buy'
        ? _('buy {good}', { good: input.name(what) })
        : kind === 'sell'
          ? _('sell {good}', { good: input.name(what) })
          : what === 'end:francs'
            ? input.name(what)
            : _('use tile {n}', { n: what });
    return `${done} (${_('{n} F', { n: signed(input.prospects.brings[step].francs) })})`;
  });
  return `${said} ${_('You could {ways}.', { ways: list.join(', ') })}`;
}

/** Why nothing can be pressed now. */
export function notNow(input: Input): string {
  const { texts, replay, seat } = input.props();
  if (input.position.phase === 'over') return _('The game is over.');
  if (replay) return _('This is an earlier position.');
  if (!seat) return _('You are watching.');
  return [_('It is not your turn.'), texts?.question ?? ''].filter(Boolean).join(' ');
}

/** Why pressing a spot does nothing, where the server gives no reason: what to press instead. */
export function whyNot(spot: string, input: Input): string {
  const missing = describeMissing(spot, input);
  if (missing) return missing;
  const { phase, question } = input.position;
  if (question || phase !== 'action') return [_('Not now.'), input.props().texts?.question ?? ''].join(' ').trim();
  const topic = spot.split(':')[0].replace('won', 'prize');
  if (['prize', 'good', 'ends'].includes(topic)) return input.about(topic);
  if (input.chosen && input.chosen !== 'hand') return _('This key cannot go there.');
  return _('Choose one of your keys first, or a bank or the Arc for a key from your hand.');
}

/** An answer as a button: what it costs or brings, and from where. */
export function answerName(one: Offer, input: Input): string {
  const words = one.step.split(' ');
  const { edition } = input;
  switch (one.kind) {
    case 'pay':
      return sourceName(words[3]);
    case 'section':
      return words[1] === 'done'
        ? _('Leave the rest empty')
        : `${capital(input.name(words[1]))}: ${points(edition.section_vp[words[1]])}`;
    case 'pair':
      return words[1] === 'done' ? input.does(one.step) : _('Two {good}', { good: input.name(words[1]) });
    case 'end':
      return capital(input.name(`end:${words[1]}`));
    case 'move':
      return propertyName(words[2], input);
    case 'sell':
      return _('Sell as {good}: {n} F', { good: input.name(words[1]), n: edition.tokens.sell[words[1]] });
    case 'use':
      return words.length === 2 ? _('Use it') : _('Take tile {n}', { n: words[3] });
    case 'track':
      return words[1] === 'none' ? _('No tile') : input.tileName(words[1]);
    case 'vp':
      return words[1] === 'none' ? _('No VP tile') : input.does(one.step);
    case 'draw':
      return _('Stack {n}', { n: words[1] });
    case 'site':
      return districtName(words[1]);
    case 'key':
      return capital(placeName(words[1] === 'arc' ? 'arc' : `bank:${words[2]}`, input));
    case 'buy':
      return _('Buy {good}', { good: input.name(words[1]) });
    default:
      return one.step;
  }
}

/** Where a unit comes from. */
export function sourceName(source: string): string {
  if (source === 'token') return _('With a token');
  return source.startsWith('bonus') ? _('With bonus tile {n}', { n: source.slice(5) }) : _('With an end-game tile');
}

/** What a step begins with, in a word or two. */
export function originName(from: string, input: Input): string {
  if (from === 'hand') return _('From your hand');
  const [kind, name] = from.split(':');
  if (kind === 'tile') return _('Tile {n}', { n: name });
  if (kind === 'prize') return prizeName(input.position.vp_tiles.find((one) => String(one[0]) === name)!);
  return capital(placeName(from, input));
}
