// Tells when somebody looks at something, with the pointer or by the keys: `<button use:looked={(here) => …}>`.
// A finger presses and does not look: what is then said could push the button away from under it.
import { on } from 'svelte/events';

type Tell = (here: boolean) => void;

export function looked(
  given: HTMLElement | SVGElement,
  tell: Tell,
): { update: (tell: Tell) => void; destroy: () => void } {
  const node = given as HTMLElement; // a drawing tells of pointers and focus as anything else
  let said = tell;
  // Svelte's own listeners: what is taken out of the page while it has the focus blurs in the midst of drawing
  const all = [
    on(node, 'pointerenter', (event) => event.pointerType !== 'touch' && said(true)),
    on(node, 'pointerleave', () => said(false)),
    on(node, 'focus', () => node.matches(':focus-visible') && said(true)),
    on(node, 'blur', () => said(false)),
  ];
  return {
    update: (next) => void (said = next),
    destroy: () => all.forEach((off) => off()),
  };
}
