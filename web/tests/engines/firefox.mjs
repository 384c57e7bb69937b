// Firefox for tests/web/engines.py, through WebDriver BiDi. Reads one JSON array per line, [command, ...arguments],
// and answers each with one line: {"answer": …} or {"error": "…"}.
import { createInterface } from 'node:readline';
import puppeteer from 'puppeteer-core';

const [executablePath, width, height] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath,
  defaultViewport: null,
  extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
});
const page = await browser.newPage();
await page.setViewport({ width: Number(width), height: Number(height) });
const faults = [];
page.on('pageerror', (error) => faults.push(String(error)));

const commands = {
  cookies: (cookies) => browser.setCookie(...cookies),
  goto: (url) => page.goto(url).then(() => null),
  evaluate: (script) => page.evaluate(script),
  resize: (width, height) => page.setViewport({ width, height }),
  move: (x, y) => page.mouse.move(x, y),
  click: (x, y) => page.mouse.click(x, y),
  wheel: (deltaX, deltaY) => page.mouse.wheel({ deltaX, deltaY }),
  press: (key) => page.keyboard.press(key),
  screenshot: () => page.screenshot({ encoding: 'base64' }),
  faults: () => faults,
};

const answer = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
answer({ answer: await browser.version() });
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...given] = JSON.parse(line);
  try {
    answer({ answer: (await commands[command](...given)) ?? null });
  } catch (error) {
    answer({ error: String(error) });
  }
}
await browser.close();
