'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const by = (id) => document.getElementById(id);
const last = data.frames.length - 1;
const whole = []; // every position with all of its layers; fragments are shared, so this costs little
for (const frame of data.frames) whole.push({ ...whole[whole.length - 1], ...frame });
let shown = whole[last],
  at = -1,
  timer = 0;

const make = (tag, words, parent) => {
  const element = document.createElement(tag);
  if (words !== undefined) element.textContent = words;
  if (parent) parent.append(element);
  return element;
};

const lines = [];
for (let i = 0; i <= last; i++) {
  const [seat, words, step] = i ? data.steps[i - 1] : [-1, data.words.begin, ''];
  const line = make('button', undefined, make('li', undefined, by('steps')));
  const dot = make('i', undefined, line);
  if (i) dot.style.background = data.seats[seat][1];
  make('span', words || step, line);
  line.title = step;
  line.onclick = () => {
    stop();
    show(i);
  };
  lines.push(line);
}

const cells = [];
const head = make('tr', undefined, make('thead', undefined, by('score')));
make('th', '', head);
for (const [name, colour] of data.seats) {
  const th = make('th', name, head);
  th.style.borderBottomColor = colour;
}
const body = make('tbody', undefined, by('score'));
data.sources.forEach((source) => {
  const row = make('tr', undefined, body);
  make('th', source, row);
  cells.push(data.seats.map(() => make('td', '', row)));
});

function show(n) {
  n = Math.max(0, Math.min(last, n));
  if (n === at) return;
  for (const layer in { ...shown, ...whole[n] })
    if (shown[layer] !== whole[n][layer]) by(layer).innerHTML = whole[n][layer] || '';
  shown = whole[n];
  if (at >= 0) lines[at].removeAttribute('aria-current');
  at = n;
  lines[at].setAttribute('aria-current', 'step');
  const list = by('steps'),
    top = lines[at].offsetTop - list.offsetTop;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40)
    list.scrollTop = top - list.clientHeight / 2;
  by('said').textContent = at ? data.steps[at - 1][1] || data.steps[at - 1][2] : data.words.begin;
  by('count').textContent = data.words.at.replace('{n}', at).replace('{all}', last);
  by('at').value = at;
  data.scores[at].forEach((points, seat) =>
    points.forEach((value, source) => {
      const before = at ? data.scores[at - 1][seat][source] : value,
        cell = cells[source][seat];
      cell.textContent = String(value).replace('-', '\u2212');
      cell.className = value > before ? 'more' : value < before ? 'less' : '';
    }),
  );
  if (at === last) stop();
}
function stop() {
  clearInterval(timer);
  timer = 0;
  by('play').textContent = data.words.play;
}
function play() {
  if (timer) return stop();
  if (at === last) show(0);
  timer = setInterval(() => show(at + 1), 900);
  by('play').textContent = data.words.stop;
}
const go = (n) => {
  stop();
  show(n);
};
by('at').max = last;
by('at').oninput = () => go(Number(by('at').value));
by('play').onclick = play;
by('first').onclick = () => go(0);
by('back').onclick = () => go(at - 1);
by('on').onclick = () => go(at + 1);
by('last').onclick = () => go(last);
document.addEventListener('keydown', (event) => {
  const move = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(last),
    ' ': play,
  }[event.key];
  if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move();
});
const wanted = Number(location.hash.slice(1));
show(location.hash && wanted >= 0 ? wanted : last);
