// Tells when somebody looks at something, with the pointer or by the focus: `<button use:looked={(here) => …}>`.
type Tell = (here: boolean) => void;

export function looked(node: Element, tell: Tell): { update: (tell: Tell) => void; destroy: () => void } {
  let said = tell;
  const all: [string, () => void][] = ['pointerenter', 'pointerleave', 'focus', 'blur'].map((name, i) => [name, () => said(i % 2 === 0)]);
  for (const [name, act] of all) node.addEventListener(name, act);
  return {
    update: (next) => void (said = next),
    destroy: () => { for (const [name, act] of all) node.removeEventListener(name, act); },
  };
}
