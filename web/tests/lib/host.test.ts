// Who answers a request, and how the device is told that it stands in for the server.
import { describe, expect, it } from 'vitest';
import { inServersPlace, isForDevice, isLocal } from '../../src/lib/host.svelte';

describe('who answers', () => {
  it('is the device for its own games, shares and positions', () => {
    expect(isLocal('local-abc')).toBe(true);
    expect(isForDevice('/api/games/local-abc/steps')).toBe(true);
    expect(isForDevice('/api/what-if', { game: 'local-abc' })).toBe(true);
    expect(isForDevice('/api/what-if', { token: 'local-abc' })).toBe(true);
  });

  it('is the server for everything else', () => {
    expect(isForDevice('/api/games/abc/steps')).toBe(false);
    expect(isForDevice('/api/puzzles/l1/answer', { turns: [] })).toBe(false);
  });
});

it("says that the device answers in the server's place", () => {
  expect(inServersPlace('/api/puzzles/l1/answer')).toBe('/api/puzzles/l1/answer?instead=1');
  expect(inServersPlace('/api/puzzles/of/any?level=a')).toBe('/api/puzzles/of/any?level=a&instead=1');
});
