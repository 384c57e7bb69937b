// The component gallery: corrections, shapes, faults, search, the TOML file, and a draft that survives a reload.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Draft } from '../../src/pages/gallery/draft.svelte';
import * as edit from '../../src/pages/gallery/edit';
import { noteOf, toToml } from '../../src/pages/gallery/toml';

const field = (path: edit.Path, kind: edit.Field['kind'] = 'number', value: number | null = null): edit.Field => ({
  path: [...path],
  label: '',
  kind,
  choices: [],
  value,
  listed: true,
});
const component = (id: string, fields: edit.Field[], faults: string[] = [], text = ''): edit.ComponentInfo => ({
  id,
  name: `The ${id}`,
  text,
  known: [{ how: 'reconstructed', word: 'reconstructed', note: 'Its size.' }],
  fields,
  count: 1,
  faults,
});
const OURS = {
  name: 'any',
  version: 1,
  pieces: { fountain: ['##'], 'a b': ['#'] },
  bonus: { copies: [13, 14], per_value: { '6': [1, 2] } },
  marks: [
    { value: 9, sections: ['bronze', 'silver'], status: 'stated' },
    { value: 10, sections: [] },
  ],
};
const FOUNTAIN = component('fountain', [field(['pieces', 'fountain'], 'shape')], ['[pieces] fountain:']);
const SECTIONS: edit.Section[] = [{ id: 'pieces', heading: 'Pieces', parts: ['pieces'], components: [FOUNTAIN] }];

test('a value is changed in a copy; in lists an empty text removes and a place beyond the end appends', () => {
  const changed = edit.withValue(OURS, ['bonus', 'per_value', '6', 1], 5);
  expect(edit.valueAt(changed, ['bonus', 'per_value', '6'])).toEqual([1, 5]);
  expect(OURS.bonus.per_value['6']).toEqual([1, 2]);
  const less = edit.withValue(OURS, ['marks', 0, 'sections', 0], '');
  expect(less.marks[0].sections).toEqual(['silver']);
  expect(edit.withValue(OURS, ['marks', 0, 'sections', 2], 'gold').marks[0].sections).toHaveLength(3);
});

test('a number is put into a list and taken out of it, in order', () => {
  const copies = field(['bonus', 'copies'], 'member', 12);
  const more = edit.withField(OURS, copies, true);
  expect(more.bonus).toMatchObject({ copies: [12, 13, 14] });
  expect(edit.fieldValue(more, copies)).toBe(true);
  expect(edit.withField(more, copies, false)).toEqual(OURS);
});

test('what the data of an earlier version lack is not there', () => {
  expect(edit.isThere(OURS, FOUNTAIN)).toBe(true);
  expect(edit.isThere({ pieces: {} }, FOUNTAIN)).toBe(false);
  expect(edit.isThere({ pieces: { fountain: 'large' } }, FOUNTAIN)).toBe(false);
  const copies = component('copies', [field(['bonus', 'copies'], 'member', 12), field(['version'])]);
  expect(edit.isThere(OURS, copies)).toBe(true);
  expect(edit.isThere({ ...OURS, version: '1' }, copies)).toBe(false);
  expect(edit.isThere({ ...OURS, bonus: {} }, copies)).toBe(false);
  expect(edit.isThere(OURS, component('mark', [field(['marks', 1, 'sections', 0], 'choice')]))).toBe(true);
});

test('a component is changed, and reset alone', () => {
  const section = component(
    'mark',
    [0, 1, 2].map((n) => field(['marks', 0, 'sections', n], 'choice')),
  );
  const changed = edit.withValue(
    edit.withValue(OURS, ['marks', 0, 'sections', 2], 'gold'),
    ['pieces', 'fountain'],
    ['#'],
  );
  expect(edit.isChanged(changed, OURS, section)).toBe(true);
  expect(edit.isChanged(OURS, OURS, section)).toBe(false);
  const reset = edit.withoutChange(changed, OURS, section);
  expect(reset.marks).toEqual(OURS.marks);
  expect(edit.isChanged(reset, OURS, FOUNTAIN)).toBe(true);
});

test('a shape is drawn anywhere on the grid, and written without empty rows and columns', () => {
  const cells = edit.cellsOf(['##', '#.'], [2, 3]);
  expect([...cells].sort()).toEqual(['2,3', '2,4', '3,3']);
  expect(edit.rowsOf(cells)).toEqual(['##', '#.']);
  expect(edit.rowsOf(edit.toggled(cells, '1,4'))).toEqual(['.#', '##', '#.']);
  expect(edit.rowsOf(edit.toggled(edit.toggled(cells, '2,4'), '3,3'))).toEqual(['#']);
  expect(edit.rowsOf(new Set())).toEqual(['.']);
  const lit = edit.litOf(
    [
      [-2, 0],
      [0, 1],
    ],
    3,
  );
  expect(edit.patternOf(edit.toggled(lit, '3,2'), 3)).toEqual([
    [-2, 0],
    [0, -1],
    [0, 1],
  ]);
});

test('faults are named beside what they concern', () => {
  const faults = ['[pieces] fountain: it has a hole', '[pieces] garden is missing', '[[marks]] 1: too dear', 'no TOML'];
  expect(edit.sortFaults(faults, faults, SECTIONS)).toEqual({
    components: { fountain: ['It has a hole.'] },
    sections: { pieces: ['Garden is missing.'] },
    other: ['[[marks]] 1: too dear', 'no TOML'],
  });
  const french = [
    '[pieces] fountain\u202f: elle a un trou',
    '[pieces] garden manque',
    '[[marks]] 1\u202f: trop',
    'rien',
  ];
  expect(edit.sortFaults(french, faults, SECTIONS)).toEqual({
    components: { fountain: ['Elle a un trou.'] },
    sections: { pieces: ['Garden manque.'] },
    other: ['[[marks]] 1\u202f: trop', 'rien'],
  });
});

test('a fault that begins with no key is shown as a whole', () => {
  const sections = [
    { id: 'tiles', heading: '', parts: ['tiles'], components: [component('tile-3', [], ['[tiles] [2] '])] },
  ];
  const faults = ['[tiles] [2] is O:M'];
  expect(edit.sortFaults(faults, faults, sections).components).toEqual({ 'tile-3': ['[2] is O:M.'] });
});

test('a component names a fault once, also if several of its numbers have it', () => {
  const points = component('points', [], ['[points] side:', '[points] corner:']);
  const sections = [{ id: 'more', heading: '', parts: ['board'], components: [points] }];
  const faults = ['[points] side: a number is needed', '[points] corner: a number is needed'];
  expect(edit.sortFaults(faults, faults, sections).components).toEqual({ points: ['A number is needed.'] });
});

test('search ignores accents, capitals and the order of words', () => {
  const cafe = component('café', [], [], 'Łazienki, Sacré-Cœur');
  for (const words of ['', 'CAFE', 'pieces cafe', 'lazienki', 'sacre the', 'size'])
    expect(edit.fits(cafe, 'Pieces', words), words).toBe(true);
  expect(edit.fits(cafe, 'Pieces', 'fountain')).toBe(false);
});

test('the file has the note on top, then the data as TOML', () => {
  const text = toToml(OURS, 'First printing.\n\nCompared by "us".');
  expect(text).toBe(`# First printing.
#
# Compared by "us".

name = "any"
version = 1

[pieces]
fountain = ["##"]
"a b" = ["#"]

[bonus]
copies = [13, 14]
per_value = { 6 = [1, 2] }

[[marks]]
value = 9
sections = ["bronze", "silver"]
status = "stated"

[[marks]]
value = 10
sections = []
`);
  expect(noteOf(text)).toBe('First printing.\n\nCompared by "us".');
  expect(noteOf(toToml(OURS))).toBe('');
  expect(toToml({ name: 'a\u007fb\n' }, 'pasted\u0007\r text')).toBe('# pasted  text\n\nname = "a\\u007fb\\n"\n');
});

const answers: { path: string; body: string }[] = [];
let faulty: string[] = [];
const stored = new Map<string, string>();
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(300);
};

beforeEach(() => {
  vi.useFakeTimers();
  answers.length = 0;
  faulty = [];
  stored.clear();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', (path: string, { body = '' }: { body?: string }) => {
    answers.push({ path, body });
    const said = path.endsWith('/check')
      ? {
          faults: faulty,
          english: faulty,
          edition: faulty.length ? null : OURS,
          sections: faulty.length ? [] : SECTIONS,
        }
      : { edition: OURS, sections: SECTIONS };
    return Promise.resolve(new Response(JSON.stringify(said), { headers: { 'content-type': 'application/json' } }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('corrections are checked once, undone step by step, and there after a reload', async () => {
  const draft = new Draft('any');
  await draft.load();
  expect([draft.state, draft.changed]).toEqual(['sound', false]);
  faulty = ['[pieces] fountain: it has a hole'];
  draft.change(edit.withField(draft.data, FOUNTAIN.fields[0], ['#']));
  draft.change(edit.withField(draft.data, FOUNTAIN.fields[0], ['#', '#', '#']));
  expect(draft.state).toBe('checking');
  await settle();
  const checks = answers.filter(({ path }) => path === '/api/editions/any/check');
  expect(checks).toHaveLength(1);
  expect(JSON.parse(checks[0].body).text).toContain('fountain = ["#", "#", "#"]');
  expect([draft.state, draft.sorted.components]).toEqual(['faulty', { fountain: ['It has a hole.'] }]);
  expect(draft.sections).toEqual(SECTIONS); // as before: the server describes no faulty edition

  faulty = [];
  draft.undo();
  draft.setNote('First printing');
  await settle();
  expect([draft.state, draft.past.length]).toEqual(['sound', 1]);
  const again = new Draft('any');
  await again.load();
  expect(again.data.pieces).toMatchObject({ fountain: ['#'] });
  expect([again.note, again.changed]).toEqual(['First printing', true]);
  again.setNote('');
  again.reset();
  await settle();
  expect([again.changed, stored.size]).toEqual([false, 0]);
  expect(again.past).toHaveLength(1); // a reset can be undone
});

test('a draft that lacks a part of our edition gets it, and a faulty one follows the language', async () => {
  stored.set('edition:any', JSON.stringify({ data: { name: 'any', pieces: { fountain: ['#'] } }, note: '' }));
  faulty = ['[pieces] fountain: it has a hole'];
  const draft = new Draft('any');
  await draft.load();
  expect([draft.data.marks, draft.data.pieces]).toEqual([OURS.marks, { fountain: ['#'] }]);
  draft.sections = [];
  await draft.load();
  expect([draft.state, draft.sections]).toEqual(['faulty', SECTIONS]);
});

test('a fault of a component that the data lack is named above the others', async () => {
  const draft = new Draft('any');
  await draft.load();
  faulty = ['[pieces] fountain: rows are needed'];
  draft.change({ ...OURS, pieces: { fountain: 5 } });
  await settle();
  expect(draft.there[0].components).toEqual([]);
  expect(draft.sorted).toEqual({ components: {}, sections: { pieces: ['Fountain: rows are needed.'] }, other: [] });
});

test('a file with faults changes nothing, a sound one brings its note', async () => {
  const draft = new Draft('any');
  await draft.load();
  draft.change(edit.withField(draft.data, FOUNTAIN.fields[0], ['#']));
  faulty = ['[pieces] is missing'];
  expect(await draft.open('name = 1')).toEqual(faulty);
  expect(draft.data.pieces).toMatchObject({ fountain: ['#'] });
  faulty = [];
  expect(await draft.open('# Mine\nname = "any"\n')).toEqual([]);
  expect([draft.note, draft.changed]).toEqual(['Mine', false]);
  draft.undo();
  expect(draft.changed).toBe(true);
});

test('what is kept in another form is left out', async () => {
  for (const kept of ['5', '{}', '{"data": 5}', '{"data": {}}', 'not JSON']) {
    stored.set('edition:any', kept);
    const draft = new Draft('any');
    await draft.load();
    expect([draft.state, draft.changed], kept).toEqual(['sound', false]);
  }
});

test('without the server the draft is kept and marked as unchecked', async () => {
  const draft = new Draft('any');
  await draft.load();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  draft.change(edit.withField(draft.data, FOUNTAIN.fields[0], ['#']));
  await settle();
  expect(draft.state).toBe('unchecked');
  const again = new Draft('any');
  await again.load();
  expect(again.state).toBe('failed');
});
