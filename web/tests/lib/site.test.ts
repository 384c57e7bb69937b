// @vitest-environment jsdom
// Where the pages come from, which page stands at an address, and who answers a request.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Host from '../../src/lib/host.svelte';
import type * as Site from '../../src/lib/site';

/** The modules as a page with such a head loads them. */
async function loadAt(address: string, head: string): Promise<typeof Site & typeof Host> {
  vi.resetModules();
  document.head.innerHTML = head;
  history.replaceState(null, '', address);
  const [site, host] = await Promise.all([import('../../src/lib/site'), import('../../src/lib/host.svelte')]);
  return { ...site, ...host };
}
const SERVER = '<meta name="engine" content="1" />';
const STATIC = '<meta name="lutetia-static" content="1" />';
const at = (path: string): URL => new URL(path, location.href);

beforeEach(() => localStorage.clear());

describe("on a server's page", () => {
  it('a path is a page', async () => {
    const { placeOf, addressOf, fileAt } = await loadAt('/t/1', SERVER);
    expect(placeOf(at('/rules/nim?x=1#P12'))).toEqual({ path: '/rules/nim', query: '?x=1', hash: 'P12' });
    expect(addressOf('/t/1?at=2')).toBe('/t/1?at=2');
    expect(fileAt('icon.svg')).toBe('/icon.svg');
  });

  it('the device answers for what is on it, and nothing else', async () => {
    const { isForDevice } = await loadAt('/', SERVER);
    expect(isForDevice('/api/games/local-abc/steps')).toBe(true);
    expect(isForDevice('/api/shared/local-abc/record')).toBe(true);
    expect(isForDevice('/api/device/hint')).toBe(true);
    expect(isForDevice('/api/what-if', { game: 'local-abc', at: 3 })).toBe(true);
    expect(isForDevice('/api/what-if', { token: 'local-abc' })).toBe(true);
    expect(isForDevice('/api/games/abc/steps')).toBe(false);
    expect(isForDevice('/api/games', { game: 'nim' })).toBe(false);
    expect(isForDevice('/api/me/games')).toBe(false);
    expect(isForDevice('/api/games/abc?note=/local-')).toBe(false);
  });

  it('without a connection it answers what everybody is told alike, once the engine is kept', async () => {
    const { mayAnswer, noteKept, worksOffline } = await loadAt('/', SERVER);
    expect(mayAnswer('/api/rules/nim/book')).toBe(false);
    noteKept('c4df');
    expect(worksOffline()).toBe(true);
    for (const path of ['/api/house', '/api/rules/nim/book', '/api/puzzles', '/api/tutorials/nim', '/api/jobs/1'])
      expect(mayAnswer(path), path).toBe(true);
    for (const path of ['/api/me', '/api/me/games', '/api/games', '/api/tables', '/api/studies/1', '/api/housekeeping'])
      expect(mayAnswer(path), path).toBe(false);
    noteKept('');
    expect(mayAnswer('/api/house')).toBe(false);
  });

  it('a server without the engine has no games on the device', async () => {
    const { hasEngine, noteKept, worksOffline } = await loadAt('/', '<meta name="engine" content="" />');
    noteKept('c4df');
    expect([hasEngine, worksOffline()]).toEqual([false, false]);
  });
});

describe('a study begins with what the server can read', () => {
  const basis = async (head: string, kind: 'games' | 'shared', id: string): Promise<unknown> => {
    const { loaded } = await loadAt('/', head);
    loaded.device = { request: () => Promise.resolve({ status: 200, said: { turns: [] } }) } as never;
    const { basisOf } = await import('../../src/lib/share');
    return basisOf(kind, id)?.() ?? null;
  };

  it('the name of a game or a shared record, or the record of what is on this device', async () => {
    expect(await basis(SERVER, 'games', 'abc')).toEqual({ game: 'abc' });
    expect(await basis(SERVER, 'shared', 'abc')).toEqual({ token: 'abc' });
    expect(await basis(SERVER, 'games', 'local-abc')).toEqual({ record: { turns: [] } });
    expect(await basis(SERVER, 'shared', 'local-abc')).toEqual({ record: { turns: [] } });
  });

  it('there are no studies on a static site', async () => {
    expect(await basis(STATIC, 'games', 'local-abc')).toBeNull();
  });
});

describe('on a static site in a folder', () => {
  const load = () => loadAt('/some/where/', STATIC);

  it('the path of a page stands in the fragment', async () => {
    const { placeOf, addressOf, base, linkTo } = await load();
    expect(base).toBe('/some/where/');
    expect(placeOf(at('/some/where/'))).toEqual({ path: '/', query: '', hash: '' });
    expect(placeOf(at('/some/where/#/r/local-a?at=2#x'))).toEqual({ path: '/r/local-a', query: '?at=2', hash: 'x' });
    expect(addressOf('/t/1')).toBe('/some/where/#/t/1');
    expect(linkTo('/t/1')).toBe(`${location.origin}/some/where/#/t/1`);
  });

  it('files and places within the page are no pages; requests are for the device', async () => {
    const { placeOf, isForDevice } = await load();
    expect(placeOf(at('/some/where/engine/c4df/NOTICES.txt'))).toBeNull();
    expect(placeOf(at('/some/where/licences/Lutetia.txt'))).toBeNull();
    expect(placeOf(at('#L12'))).toBeNull();
    expect(placeOf(at('/api/games/local-a/record?download=true'))?.path).toBe('/api/games/local-a/record');
    expect(isForDevice('/api/me')).toBe(true);
  });

  it('links are adapted once, to pages and to files', async () => {
    await load();
    const { adaptLinks } = await import('../../src/device/links');
    document.body.innerHTML =
      '<a href="/rules/nim#P1"></a><a href="/licences/Svelte.txt"></a><a href="/engine/c4df/NOTICES.txt"></a>' +
      '<a href="/some/where/engine/c4df/NOTICES.txt"></a><a href="/api/games/local-a/record"></a><a href="#L1"></a>';
    adaptLinks();
    const wanted = [
      '/some/where/#/rules/nim#P1',
      '/some/where/licences/Svelte.txt',
      '/some/where/engine/c4df/NOTICES.txt',
      '/some/where/engine/c4df/NOTICES.txt',
      '/api/games/local-a/record',
      '#L1',
    ];
    const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links()).toEqual(wanted);
    document.querySelector('a')!.setAttribute('href', '/mine');
    await vi.waitFor(() => expect(links()[0]).toBe('/some/where/#/mine'));
    expect(links().slice(1)).toEqual(wanted.slice(1));
  });

  it('everything works offline, and storage that is blocked or damaged is no games', async () => {
    const { worksOffline, readLocalGames, noteLocalGames } = await load();
    expect(worksOffline()).toBe(true);
    localStorage.setItem('local-games', '{');
    expect(readLocalGames()).toEqual([]);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    expect(() => noteLocalGames([])).not.toThrow();
    full.mockRestore();
  });
});

it('links to games on this device lead others to the server, or are not offered', async () => {
  await loadAt('/', SERVER);
  const { canShare, shareAt } = await import('../../src/lib/share');
  expect([canShare('abc', false), canShare('local-a', false), canShare('local-a', true)]).toEqual([true, false, true]);
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path}`);
    return Promise.resolve(new Response(JSON.stringify({ token: 'xyz' }), { status: 201 }));
  });
  expect(await shareAt('games', 'abc', 3)).toBe('/s/xyz?at=3');
  expect(await shareAt('shared', 'abc')).toBe('/s/abc');
  expect(asked).toEqual(['POST /api/games/abc/share']);
  vi.unstubAllGlobals();
  await loadAt('/', STATIC);
  const fixed = await import('../../src/lib/share');
  expect(fixed.canShare('local-a', true)).toBe(false);
});
