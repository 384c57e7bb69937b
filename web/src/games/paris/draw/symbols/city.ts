// The Arc de Triomphe, banks, and the small signs that bonus tiles are built from.
import type { Drawings } from './index';

export const city: Drawings = {
  'arc': ['0 0 120 110', `
 <path d="M8 106V34h104v72z" fill="var(--stone)" stroke="var(--ln)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M84 34h28v72H84z" fill="var(--stone2)"/>
 <path d="M4 34v-6h112v6z" fill="var(--stone)" stroke="var(--ln)" stroke-width="1.8" stroke-linejoin="round"/>
 <path d="M10 28V10h100v18z" fill="var(--stone)" stroke="var(--ln)" stroke-width="1.8" stroke-linejoin="round"/><path d="M84 10h26v18H84z" fill="var(--stone2)"/>
 <path d="M6 10V5h108v5z" fill="var(--stone)" stroke="var(--ln)" stroke-width="1.8" stroke-linejoin="round"/>
 <path d="M10 28V10h100v18M8 106V34h104v72" fill="none" stroke="var(--ln)" stroke-width="2" stroke-linejoin="round"/>
 <g fill="none" stroke="var(--ln)" stroke-width="1.3">
  <path d="M16 13.5h10v11H16zM30.5 13.5h10v11h-10zM45 13.5h10v11H45zM65 13.5h10v11H65zM79.5 13.5h10v11h-10zM94 13.5h10v11H94z"/>
  <circle cx="21" cy="19" r="2.6"/><circle cx="35.5" cy="19" r="2.6"/><circle cx="50" cy="19" r="2.6"/><circle cx="70" cy="19" r="2.6"/><circle cx="84.5" cy="19" r="2.6"/><circle cx="99" cy="19" r="2.6"/>
 </g>
 <path d="M10 38.5h100" stroke="var(--gold-d)" stroke-width="4" stroke-dasharray="3 2"/><path d="M8 43h104" stroke="var(--ln)" stroke-width="1.3"/>
 <path d="M39 106V71a21 21 0 0 1 42 0v35z" fill="var(--archsky)" stroke="var(--ln)" stroke-width="2"/>
 <path d="M45.5 106V72a14.5 14.5 0 0 1 29 0v34z" fill="var(--archsky2)" stroke="var(--ln)" stroke-width="1.2"/>
 <path d="M60 106V62" stroke="none"/>
 <path d="M57 49.5h6l-1.5 6h-3z" fill="var(--gold)" stroke="var(--ln)" stroke-width="1.2"/>
 <path d="M35.5 71a24.5 24.5 0 0 1 49 0" fill="none" stroke="var(--gold-d)" stroke-width="2"/>
 <g fill="var(--stone)" stroke="var(--ln)" stroke-width="1.3"><path d="M14 48h16v12H14zM90 48h16v12H90z"/></g>
 <path d="M17 57c2-4 3-6 5-6s2 4 4 3 1-2 2-2v5zM93 57c2-4 3-6 5-6s2 4 4 3 1-2 2-2v5z" fill="var(--gold-d)"/>
 <path d="M22 66c4 3 5 8 3 12 3 2 4 8 2 14H17c-2-6-1-12 2-14-2-4-1-9 3-12zM98 66c4 3 5 8 3 12 3 2 4 8 2 14H93c-2-6-1-12 2-14-2-4-1-9 3-12z" fill="var(--gold-d)" stroke="var(--ln)" stroke-width="1.2"/>
 <path d="M12 94h20v12M88 106V94h20" fill="none" stroke="var(--ln)" stroke-width="1.3"/>
 <path d="M2 106.5h116" stroke="var(--ln)" stroke-width="2.6" stroke-linecap="round"/>`],

  'bank': ['0 0 40 36', `<path d="M2 13 20 2l18 11v3H2z" fill="currentColor"/><path d="M5 18h5v11H5zM13 18h4v11h-4zM23 18h4v11h-4zM30 18h5v11h-5zM1 31h38v4H1z" fill="currentColor"/><circle cx="20" cy="10.5" r="2.4" fill="var(--tile)"/>`],
  'pediment': ['0 0 56 20', `<path d="M2 15.5 28 2l26 13.5v3.5H2z" fill="currentColor"/><circle cx="28" cy="11.5" r="2.8" fill="var(--tile)"/>`],

  'bldg': ['0 0 32 32', `<path d="M4 30V13l4-8h16l4 8v17z" fill="var(--tile)" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"/><path d="M4 13h24" stroke="currentColor" stroke-width="2.2"/>`],
  'dome': ['0 0 32 32', `<path d="M3 30V21h26v9zM6 21c0-8 4.5-12 10-12s10 4 10 12zM14.5 9V4.5h3V9z" fill="var(--lm)"/><path d="M9 30v-5h3v5zM14.5 30v-5h3v5zM20 30v-5h3v5z" fill="var(--tile)"/>`],
  'tilei': ['0 0 32 32', `<rect x="5" y="3" width="22" height="26" rx="4" fill="var(--tile)" stroke="currentColor" stroke-width="2.4"/><path d="M16 9.5l1.9 4.1 4.5.5-3.3 3 .9 4.4-4-2.2-4 2.2.9-4.4-3.3-3 4.5-.5z" fill="currentColor"/>`],
  'arrow': ['0 0 24 16', `<path d="M2 8h17M13 2l6 6-6 6" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`],
  'back': ['0 0 32 24', `<path d="M28 20V12a6 6 0 0 0-6-6H6M11 1 5 6l6 5" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`],
};
