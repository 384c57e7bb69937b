// @vitest-environment jsdom
// What a table says when something could not be done.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/lib/api';
import { reasonOf, untilNextInput } from '../../src/lib/refusals';

describe('the reason', () => {
  it('is a sentence, with the rule apart', () => {
    const error = new Refusal(200, 'illegal', 'first draw a building tile (P20)', 'P20');
    expect(reasonOf(error)).toEqual({ text: 'First draw a building tile.', rule: 'P20' });
  });

  it('keeps what needs no change: the small letter of a space, an ending, other brackets', () => {
    const said = (text: string, rule = '') => reasonOf(new Refusal(200, 'illegal', text, rule)).text;
    expect(said('c3 is not free (L20)', 'L20')).toBe('c3 is not free.');
    expect(said('Why not?')).toBe('Why not?');
    expect(said('że (tak) nie (P21)', 'P21')).toBe('Że (tak) nie.');
  });

  it('is the message of any other error', () => {
    expect(reasonOf(new Error('no'))).toEqual({ text: 'No.', rule: '' });
  });
});

describe('until the next input', () => {
  let ended: (string | undefined)[] = [];
  let stop = (): void => undefined;
  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = '<button>on</button><a href="/rules">rule</a>';
    ended = [];
    stop = untilNextInput((event) => ended.push(event?.type));
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });
  const send = (type: string, selector: string, key?: string) => {
    const event = Object.assign(new Event(type, { bubbles: true }), key ? { key } : {});
    document.querySelector(selector)!.dispatchEvent(event);
  };

  it('ends once, with a press anywhere', () => {
    send('pointerdown', 'button');
    send('pointerdown', 'button');
    vi.runAllTimers();
    expect(ended).toEqual(['pointerdown']);
  });

  it('goes on while the person goes to a link', () => {
    send('pointerdown', 'a');
    send('keydown', 'button', 'Tab');
    send('keydown', 'a', 'Enter');
    expect(ended).toEqual([]);
    send('keydown', 'button', 'ArrowLeft');
    expect(ended).toEqual(['keydown']);
  });

  it('ends by itself after a while, and never once it is stopped', () => {
    vi.advanceTimersByTime(20_000);
    expect(ended).toEqual([undefined]);
    stop = untilNextInput(() => ended.push('again'));
    stop();
    vi.advanceTimersByTime(20_000);
    send('pointerdown', 'button');
    expect(ended).toEqual([undefined]);
  });
});
