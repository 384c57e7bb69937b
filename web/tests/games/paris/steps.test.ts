// The legal steps as spots to press: every step is reachable, and no other step is offered.
import { describe, expect, it } from 'vitest';
import type { View } from '../../../src/games/manifest';
import { editionOf, landmarkOf, placeOf, positionOf } from '../../../src/games/paris/edition';
import { spotOf } from '../../../src/games/paris/prospects';
import { meant, firstOrigin, offer, offers, origins, targets } from '../../../src/games/paris/steps';
import type { Position } from '../../../src/games/paris/types';
import sample from './position.json';

const view = sample.view as unknown as View;
const position = positionOf(view);
const none = { display: [12, 16], question: null } as Pick<Position, 'display' | 'question'>;

describe('offer', () => {
  const cases: [string, string | null, string[]][] = [
    ['draw 2', null, ['stack:2']],
    ['key arc', 'hand', ['arc']],
    ['key bank Chaillot', 'hand', ['bank:Chaillot']],
    ['move arc Chaillot:3', 'arc', ['Chaillot:3']],
    ['move bank:Chaillot Chaillot:L9', 'bank:Chaillot', ['Chaillot:L9']],
    ['move Chaillot:8 Chaillot:L12', 'Chaillot:8', ['card:12', 'sky:Chaillot']],
    ['end gold', null, ['ends', 'take:gold']],
    ['track 18', null, ['bonus:18']],
    ['track none', null, ['none']],
    ['pay gold with token', null, ['good:gold']],
    ['pay gold with bonus10', null, ['tile:10']],
    ['pay gold with end:gold', null, ['end:gold']],
    ['section silver with bonus19', null, ['tile:19']],
    ['section done', null, ['none']],
    ['vp 20 Chaillot', 'prize:20', ['sky:Chaillot']],
    ['vp none', null, ['none']],
    ['pair bronze', null, ['good:bronze']],
    ['use 7', null, ['tile:7']],
    ['use 17 take 22', 'tile:17', ['bonus:22']],
    ['use end:vp2', null, ['end:vp2']],
    ['buy wood', null, ['buy:wood']],
    ['sell wood', null, ['sell:wood']],
    ['sell gold from bonus10', null, ['tile:10']],
    ['sell silver from end:silver', null, ['end:silver']],
    ['done', null, []],
  ];
  for (const [step, from, to] of cases) {
    it(step, () => expect(offer(step, none)).toEqual({ step, kind: step.split(' ')[0], from, to }));
  }

  it('sites a drawn building on its value', () => {
    const question = { ask: 'site', then: [], tile: ['Montmartre', 5], type: 'cafe' } as Position['question'];
    expect(offer('site Chaillot', { display: [], question }).to).toEqual(['Chaillot:5', 'sky:Chaillot']);
  });
});

describe('choosing', () => {
  it('begins with the hand where a key can be put, else with the only key, else with the best prize', () => {
    expect(firstOrigin(offers(['key arc', 'move arc Chaillot:3'], none))).toBe('hand');
    expect(firstOrigin(offers(['move arc Chaillot:3', 'sell wood'], none))).toBe('arc');
    expect(firstOrigin(offers(['move arc Chaillot:3', 'move Chaillot:1 Chaillot:2'], none))).toBeNull();
    expect(firstOrigin(offers(['vp 10 Chaillot', 'vp 20 Chaillot', 'vp none'], none))).toBe('prize:20');
    expect(firstOrigin(offers(['use 17 take 22', 'done'], none))).toBeNull();
  });

  it('shows only what the chosen thing can do, and what needs none', () => {
    const all = offers(['key arc', 'move bank:Chaillot Chaillot:3', 'sell wood', 'done'], none);
    expect([...targets(all, 'hand').keys()]).toEqual(['arc', 'sell:wood']);
    expect([...targets(all, 'bank:Chaillot').keys()]).toEqual(['Chaillot:3', 'sell:wood']);
  });

  it('leaves no legal step of a real position without a way to it', () => {
    const all = offers(sample.legal, position);
    const reached = new Set(
      [null, ...origins(all)].flatMap((from) => [...targets(all, from).values()].flat().map((one) => one.step)),
    );
    expect(sample.legal.filter((step) => step !== 'done' && !reached.has(step))).toEqual([]);
  });
});

describe('foreseeing', () => {
  const edition = editionOf(view);

  it('presses a landmark on display as its card', () => {
    expect(spotOf('Chaillot:L12', [12, 16])).toBe('card:12');
    expect(spotOf('Chaillot:L12', [16])).toBe('Chaillot:L12');
    expect(spotOf('Chaillot:8', [8])).toBe('Chaillot:8');
  });

  it('asks about the step that a press would have meant', () => {
    expect(meant('Chaillot:8', 'arc', position)).toBe('move arc Chaillot:8');
    expect(meant('card:12', 'Chaillot:3', position)).toBe('move Chaillot:3 Chaillot:L12');
    expect(meant('Chaillot:8', 'hand', position)).toBe('');
    expect(meant('stack:2', null, position)).toBe('draw 2');
    expect(meant('buy:wood', null, position)).toBe('buy wood');
  });

  it('knows landmarks by their value', () => {
    expect(landmarkOf(edition, 16)).toMatchObject({ name: 'Eiffel Tower', gold: 3 });
    expect(placeOf('Saint-Germain:L16')).toEqual({ district: 'Saint-Germain', value: 16, landmark: true });
    expect(placeOf('bank:Chaillot')).toEqual({ district: 'Chaillot', value: 0, landmark: false });
  });
});
