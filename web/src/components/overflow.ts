// An action for a strip that scrolls sideways: `data-more` says on which sides there is more, for a style that fades
// the edge. Otherwise nothing on a phone would show that the strip continues. A strip with nothing to press in it gets
// the focus while it scrolls, so that the arrow keys reach its end. Given a count, it scrolls to the end when the count
// grows.
import './overflow.css';

export function showMore(node: HTMLElement, count = 0): { update: (now: number) => void; destroy: () => void } {
  const look = (): void => {
    const sides = [
      node.scrollLeft > 1 ? 'left' : '',
      node.scrollLeft + node.clientWidth < node.scrollWidth - 1 ? 'right' : '',
    ];
    node.dataset.more = sides.filter(Boolean).join(' ');
    if (node.dataset.more && !node.querySelector('a, button, [tabindex="0"]')) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look),
    children = new MutationObserver(look);
  sizes.observe(node);
  children.observe(node, { childList: true });
  node.addEventListener('scroll', look, { passive: true });
  return {
    update(now) {
      if (now > count) requestAnimationFrame(() => (node.scrollLeft = node.scrollWidth));
      count = now;
    },
    destroy() {
      sizes.disconnect();
      children.disconnect();
      node.removeEventListener('scroll', look);
    },
  };
}
