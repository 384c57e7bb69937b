// On a static site a page's path stands in the fragment of the address: links in the pages are adapted to that, so that
// they can be copied and opened in another tab.
import { amend, route } from '../lib/route.svelte';
import { addressOf, base, fileAt } from '../lib/site';

const OWN_FILES = /^(licences|engine)\//;
const inFolder = (href: string): string => href.slice((href.startsWith(base) ? base : '/').length);

function adapt(link: Element): void {
  const href = link.getAttribute('href');
  if (!href?.startsWith('/') || href.startsWith('/api/')) return;
  const adapted = OWN_FILES.test(inFolder(href))
    ? fileAt(inFolder(href))
    : href.includes('#/')
      ? href
      : addressOf(href);
  if (adapted !== href) link.setAttribute('href', adapted); // every change is told to the observer below
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
