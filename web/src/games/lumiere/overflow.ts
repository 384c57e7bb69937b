// An action for a strip that scrolls sideways: `data-more` says on which sides there is more, for a style that fades
// the edge. Without it nothing on a phone would tell that the strip goes on.
import './overflow.css';

export function showMore(node: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    const sides = [
      node.scrollLeft > 1 ? 'left' : '',
      node.scrollLeft + node.clientWidth < node.scrollWidth - 1 ? 'right' : '',
    ];
    node.dataset.more = sides.filter(Boolean).join(' ');
  };
  const sizes = new ResizeObserver(look),
    children = new MutationObserver(look);
  sizes.observe(node);
  children.observe(node, { childList: true });
  node.addEventListener('scroll', look, { passive: true });
  return {
    destroy() {
      sizes.disconnect();
      children.disconnect();
      node.removeEventListener('scroll', look);
    },
  };
}
