// An action that reports hover and keyboard focus: `<button use:onHover={(inside) => …}>`. Touch does not count:
// what appears could push the button away from under the finger.
import { on } from 'svelte/events';

type Callback = (inside: boolean) => void;

export function onHover(
  element: HTMLElement | SVGElement,
  callback: Callback,
): { update: (callback: Callback) => void; destroy: () => void } {
  const node = element as HTMLElement; // SVG elements have the same pointer and focus events
  let current = callback;
  // Svelte's own listeners: an element that is removed while it has the focus blurs in the middle of an update.
  const listeners = [
    on(node, 'pointerenter', (event) => event.pointerType !== 'touch' && current(true)),
    on(node, 'pointerleave', () => current(false)),
    on(node, 'focus', () => node.matches(':focus-visible') && current(true)),
    on(node, 'blur', () => current(false)),
  ];
  return {
    update: (next) => void (current = next),
    destroy: () => listeners.forEach((remove) => remove()),
  };
}
