// What the playback of a step moves: every kind of step names where things come from and where they go.
import { describe, expect, it } from 'vitest';
import type { Move, View } from '../../../src/games/manifest';
import { moves } from '../../../src/games/paris/moves';
import type { Holding, Position } from '../../../src/games/paris/types';
import sample from './position.json';

const view = sample.view as unknown as View;

/** The moves of a step by p2: `prepare` changes the position before it, `happen` what it does. */
function played(
  step: string,
  happen: (own: Holding, position: Position) => void = () => undefined,
  prepare: (own: Holding, position: Position) => void = () => undefined,
  steps: string[] = [],
): Move[] {
  const change = (from: View, by: typeof happen): View => {
    const position = structuredClone(from.position) as Position;
    by(position.seats.p2, position);
    return { ...from, position, turns: [...view.turns, { seat: 'p2', steps }] };
  };
  const before = change(view, prepare);
  return moves({ at: 1, seat: 'p2', place: 2, step, line: null, before, after: change(before, happen) });
}

describe('a step by another player', () => {
  it('puts a key on a bank and takes its francs', () => {
    expect(played('key bank Montmartre', (own) => (own.francs! += 4))).toEqual([
      { from: 'hand:p2', to: 'bank:Montmartre' },
      { from: 'bank:Montmartre', to: 'seat:p2', label: '+4 F' },
    ]);
    expect(played('key arc')).toEqual([{ from: 'hand:p2', to: 'arc' }]);
  });

  it('moves a key, pays and gets the token beside the building', () => {
    const arrived = (own: Holding): void => {
      own.francs! -= 4;
      own.tokens!.wood += 1;
    };
    expect(played('move bank:Chaillot Chaillot:4', arrived)).toEqual([
      { from: 'key:bank:Chaillot:p2', to: 'Chaillot:4' },
      { from: 'purse:p2', to: 'Chaillot:4', label: '−4 F' },
      { from: 'beside:Chaillot:4', to: 'seat:p2' },
    ]);
  });

  it('brings a landmark from the display into the sky, and its points to the disc', () => {
    expect(played('move Chaillot:3 Chaillot:L11', (own) => (own.vp += 2))).toEqual([
      { from: 'card:11', to: 'sky:Chaillot' },
      { from: 'key:Chaillot:3:p2', to: 'sky:Chaillot' },
      { from: 'sky:Chaillot', to: 'disc:p2', label: '+2 VP' },
    ]);
    expect(played('move Belleville:1 Belleville:L9')[0]).toEqual({ from: 'key:Belleville:1:p2', to: 'Belleville:L9' });
  });

  it('draws a building and places it', () => {
    const built = (_own: Holding, { districts }: Position): void => {
      districts.Belleville.buildings['4'].type = 'cafe';
    };
    expect(played('draw 2', built)).toEqual([{ from: 'stack:2', to: 'Belleville:4' }]);
    expect(played('draw 2')).toEqual([{ from: 'stack:2', to: 'seat:p2' }]);
    const asked = (_own: Holding, position: Position): void => {
      position.question = { ask: 'site', then: [], tile: ['Chaillot', 8], type: 'hotel' };
    };
    expect(played('site Belleville', undefined, asked)).toEqual([{ from: 'seat:p2', to: 'Belleville:8', label: '8' }]);
  });

  it('walks the bonus track and takes the tile, or forgoes it', () => {
    expect(played('track 22', (own) => (own.francs! -= 2))).toEqual([
      { from: 'figure:p2', to: 'bonus:22' },
      { from: 'bonus:22', to: 'seat:p2' },
      { from: 'purse:p2', to: 'bonus:22', label: '−2 F' },
    ]);
    expect(played('track none')).toEqual([{ from: null, to: 'figure:p2' }]);
  });

  it('uses bonus tiles', () => {
    expect(played('use 12', (own) => (own.francs! += 5))).toEqual([
      { from: null, to: 'seat:p2' },
      { from: 'tile:12:p2', to: 'seat:p2', label: '+5 F' },
    ]);
    const bought = (own: Holding): void => {
      own.reserve -= 1;
      own.francs! -= 2;
    };
    expect(played('use 13', bought)).toEqual([
      { from: 'reserve:p2', to: 'seat:p2' },
      { from: 'purse:p2', to: 'tile:13:p2', label: '−2 F' },
    ]);
    expect(played('use 17 take 22')).toEqual([{ from: 'bonus:22', to: 'seat:p2' }]);
    expect(played('use 25 take 20', (own) => (own.meeple = 20))).toEqual([
      { from: 'figure:p2', to: 'bonus:20' },
      { from: 'bonus:20', to: 'seat:p2' },
    ]);
  });

  it('trades', () => {
    expect(played('buy marble', (own) => (own.francs! -= 5))).toEqual([
      { from: 'supply:marble', to: 'seat:p2' },
      { from: 'purse:p2', to: 'supply:marble', label: '−5 F' },
    ]);
    const sold = (own: Holding, { supply }: Position): void => {
      own.francs! += 3;
      supply.marble! += 1;
    };
    expect(played('sell marble', sold)).toEqual([
      { from: 'token:marble:p2', to: 'supply:marble' },
      { from: 'supply:marble', to: 'seat:p2', label: '+3 F' },
    ]);
    expect(played('sell bronze', (own) => (own.francs! += 1))).toEqual([
      { from: null, to: 'seat:p2' },
      { from: 'token:bronze:p2', to: 'seat:p2', label: '+1 F' },
    ]);
    expect(played('sell gold from bonus10', (own) => (own.francs! += 4))[1].from).toBe('tile:10:p2');
  });

  it('pays at the goal of the move, and fills sections there', () => {
    const moved = ['move Chaillot:3 Chaillot:L11'];
    expect(played('pay marble with token', undefined, undefined, moved)).toEqual([
      { from: 'token:marble:p2', to: 'sky:Chaillot' },
    ]);
    const asked = (_own: Holding, position: Position): void => {
      position.question = { ask: 'section', then: [], landmark: 'Belleville:L9' };
    };
    expect(played('section bronze with bonus8', (own) => (own.vp += 3), asked)).toEqual([
      { from: 'tile:8:p2', to: 'Belleville:L9' },
      { from: 'Belleville:L9', to: 'disc:p2', label: '+3 VP' },
    ]);
    expect(played('section done', undefined, asked)).toEqual([{ from: null, to: 'Belleville:L9' }]);
  });

  it('takes and uses end-game tiles, places VP tiles, gives up pairs', () => {
    expect(played('end ?')).toEqual([{ from: 'ends', to: 'seat:p2' }]);
    expect(played('use end:vp2', (own) => (own.vp += 2))[1]).toEqual({
      from: 'ends:p2',
      to: 'disc:p2',
      label: '+2 VP',
    });
    expect(played('vp 20 Chaillot')).toEqual([{ from: 'prize:20', to: 'sky:Chaillot' }]);
    expect(played('vp none')).toEqual([{ from: null, to: 'seat:p2' }]);
    expect(played('pair bronze')[0]).toEqual({ from: 'token:bronze:p2', to: 'disc:p2' });
  });

  it('leaves out what is hidden behind a screen', () => {
    const closed = (own: Holding): void => {
      own.francs = own.hand = own.tokens = null;
    };
    expect(played('key bank Montmartre', undefined, closed)).toEqual([{ from: 'hand:p2', to: 'bank:Montmartre' }]);
  });

  it('always shows something', () => {
    for (const step of [...sample.legal, 'done', 'pair done', 'end ?'])
      expect(played(step).length, step).toBeGreaterThan(0);
  });
});
