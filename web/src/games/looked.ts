// Tells when somebody looks at something, with the pointer or by the focus: `<button use:looked={(here) => …}>`.
import { on } from 'svelte/events';

type Tell = (here: boolean) => void;

export function looked(node: HTMLElement, tell: Tell): { update: (tell: Tell) => void; destroy: () => void } {
  let said = tell;
  // Svelte's own listeners: what is taken out of the page while it has the focus blurs in the midst of drawing
  const all = (['pointerenter', 'pointerleave', 'focus', 'blur'] as const).map((name, i) => on(node, name, () => said(i % 2 === 0)));
  return {
    update: (next) => void (said = next),
    destroy: () => all.forEach((off) => off()),
  };
}
