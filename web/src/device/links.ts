// On a static site a page's path stands in the fragment of the address: links in the pages are adapted to that, so that
// they can be copied and opened in another tab.
import { amend, route } from '../lib/route.svelte';
import { addressOf, fileAt } from '../lib/site';

const OWN_FILES = /^\/(licences|engine)\//;

function adapt(link: Element): void {
  const href = link.getAttribute('href');
  if (!href || href.startsWith('/api/')) return;
  if (OWN_FILES.test(href)) link.setAttribute('href', fileAt(href.slice(1)));
  else if (href.startsWith('/') && !href.includes('#/')) link.setAttribute('href', addressOf(href));
}

function adaptAll(root: Node): void {
  if (!(root instanceof Element)) return;
  if (root.matches('a[href]')) adapt(root);
  root.querySelectorAll('a[href]').forEach(adapt);
}

/** A place within the page that is shown, such as #L12: the path stays in the address. */
function goTo(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a');
  const href = link?.getAttribute('href') ?? '';
  if (event.defaultPrevented || !href.startsWith('#') || href.startsWith('#/')) return;
  event.preventDefault();
  const place = document.getElementById(href.slice(1));
  place?.scrollIntoView();
  place?.focus();
  if (href === '#main') return;
  amend(href);
  route.hash = href.slice(1);
}

/** Adapt all links that there are and that will be. */
export function adaptLinks(): void {
  adaptAll(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'attributes') adapt(target as Element);
      else addedNodes.forEach(adaptAll);
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
  document.addEventListener('click', goTo);
}
