// A tooltip on hover, on focus and on a long press: `<div use:tip={'words'}>`. One bubble serves the whole page.
let bubble: HTMLDivElement | null = null;
let shownFor: Element | null = null;

function show(node: Element, text: string): void {
  if (!text) return;
  if (!bubble) {
    bubble = document.createElement('div');
    bubble.className = 'tip';
    bubble.id = 'tip';
    bubble.setAttribute('role', 'tooltip');
  }
  (node.closest('dialog') ?? document.body).append(bubble);
  shownFor = node;
  bubble.textContent = text;
  bubble.hidden = false;
  node.setAttribute('aria-describedby', 'tip');
  const at = node.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const left = Math.max(8, Math.min(innerWidth - own.width - 8, at.left + at.width / 2 - own.width / 2));
  const above = at.top - own.height - 10;
  bubble.style.setProperty('left', `${left}px`);
  bubble.style.setProperty('top', `${above > 8 ? above : at.bottom + 10}px`);
}

function hide(node?: Element): void {
  if (!bubble || (node && shownFor !== node)) return;
  bubble.hidden = true;
  shownFor?.removeAttribute('aria-describedby');
  shownFor = null;
}

export function tip(node: Element, text: string): { update: (text: string) => void; destroy: () => void } {
  let words = text;
  let timer = 0;
  const soon = (event: Event) => {
    clearTimeout(timer);
    const touch = (event as PointerEvent).pointerType === 'touch';
    if (event.type === 'pointerenter' && touch) return;
    timer = window.setTimeout(() => show(node, words), event.type === 'pointerdown' ? 500 : event.type === 'focus' ? 150 : 350);
  };
  const press = (event: Event) => (event as PointerEvent).pointerType === 'touch' ? soon(event) : hide(node);
  const end = () => {
    clearTimeout(timer);
    hide(node);
  };
  const key = (event: Event) => (event as KeyboardEvent).key === 'Escape' && end();
  const all: [string, (event: Event) => void][] = [
    ['pointerenter', soon], ['pointerdown', press], ['pointerup', () => clearTimeout(timer)], ['pointerleave', end], ['pointercancel', end], ['focus', soon], ['blur', end], ['keydown', key],
  ];
  for (const [name, act] of all) node.addEventListener(name, act);
  return {
    update(text: string) {
      words = text;
      if (shownFor === node && bubble) bubble.textContent = text;
    },
    destroy() {
      end();
      for (const [name, act] of all) node.removeEventListener(name, act);
    },
  };
}
