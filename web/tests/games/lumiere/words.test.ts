// Labels: what became of a postcard is told by the log, and no postcard is known by name.
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../src/games/lumiere/input.svelte';
import type { Card } from '../../../src/games/lumiere/types';
import { story } from '../../../src/games/lumiere/words';

const steps = ['tile 1 A1 r0', 'card one', 'place thing c3', 'card two', 'build V3 a1 b1 a2'];
const log = [
  { at: 1, turn: 1, step: steps[0], text: 'lays a tile' },
  { at: 2, turn: 2, step: steps[1], text: 'uses One' },
  { at: 3, turn: 2, step: steps[2], text: 'sets the thing on c3' },
  { at: 4, turn: 3, step: steps[3], text: 'uses Two' },
  { at: 5, turn: 4, step: steps[4], text: 'builds V3 on a1 b1 a2' },
];
const input = (taken: number, asked: string | null = null): Input =>
  ({
    position: { question: asked && { card: asked, build: null } },
    props: () => ({ view: { turns: [{ steps: steps.slice(0, taken) }] }, texts: { log } }),
  }) as unknown as Input;
const card = (name: string, state = 'used'): Card => ({ name, state }) as Card;

describe('what became of a postcard', () => {
  it('is what its owner did with it', () => {
    expect(story(card('one'), input(5))).toBe('Sets the thing on c3.');
  });

  it('is that it was used, where nothing more was to do', () => {
    expect(story(card('two'), input(5))).toBe('Uses Two.');
  });

  it('is still open while it asks, and when it is kept', () => {
    expect(story(card('one'), input(2, 'one'))).toBe('In play now.');
    expect(story(card('two', 'kept'), input(4))).toBe('Kept for a later turn.');
  });

  it('knows nothing of later steps', () => {
    expect(story(card('one'), input(2))).toBe('Uses One.');
    expect(story(card('one'), input(1))).toBe('');
  });
});
