// A browser as people call it: "Firefox · Android". What browsers write about themselves names half a dozen others.
const BROWSERS: [RegExp, string][] = [[/Edg(?:e|A|iOS)?\//, 'Edge'], [/OPR\/|Opera/, 'Opera'], [/SamsungBrowser/, 'Samsung Internet'], [/Firefox\/|FxiOS/, 'Firefox'], [/Chrome\/|CriOS|Chromium/, 'Chrome'], [/Safari\//, 'Safari']];
const SYSTEMS: [RegExp, string][] = [[/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS X|Macintosh/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux']];

const named = (list: [RegExp, string][], agent: string): string => list.find(([sign]) => sign.test(agent))?.[1] ?? '';

/** What is none of the known ones is shown as it is, in short. */
export function browserName(agent: string): string {
  const found = [named(BROWSERS, agent), named(SYSTEMS, agent)].filter(Boolean);
  return named(BROWSERS, agent) ? found.join(' · ') : agent.slice(0, 60);
}
