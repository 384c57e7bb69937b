// Resources, prestige medals, coins and stars. What a medal is worth is written on it by index.ts, from the edition.
import type { Drawings } from './index';

const medal = (fill: string, rim: string): [string, string] => [
  '0 0 32 32',
  `<path d="M9.5 18 6 30.5l5-2 3 3.2 2.5-9zM22.5 18 26 30.5l-5-2-3 3.2-2.5-9z" fill="var(--ribbon)" stroke="var(--ln)" stroke-width="1.4" stroke-linejoin="round"/>
 <circle cx="16" cy="13" r="11.6" fill="${fill}" stroke="var(--ln)" stroke-width="2"/><circle cx="16" cy="13" r="8.6" fill="none" stroke="${rim}" stroke-width="1.2"/>`,
];

export const goods: Drawings = {
  'k-wood': ['0 0 32 32', `
 <path d="M10 5.5h14.5c3 0 5.5 4.7 5.5 10.5S27.5 26.5 24.5 26.5H10z" fill="#9a6238" stroke="var(--ln)" stroke-width="2"/>
 <path d="M17 9.5h7M19 22h6M16 16h12" stroke="#5e3818" stroke-width="1.5" stroke-linecap="round"/>
 <ellipse cx="9.5" cy="16" rx="7" ry="10.5" fill="#e6c592" stroke="var(--ln)" stroke-width="2"/>
 <ellipse cx="9.5" cy="16" rx="3.6" ry="6" fill="none" stroke="#9a6238" stroke-width="1.7"/><ellipse cx="9.5" cy="16" rx="1" ry="2" fill="#9a6238"/>`],
  'k-marble': ['0 0 32 32', `
 <path d="M3 11 16 4l13 7v11.5L16 29.5 3 22.5z" fill="#f3f2ee" stroke="var(--ln)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M29 11v11.5L16 29.5V18z" fill="#c3cad0"/><path d="M3 11l13 7v11.5L3 22.5z" fill="#dfe3e5"/>
 <path d="M3 11l13 7 13-7M16 18v11.5" fill="none" stroke="var(--ln)" stroke-width="1.8" stroke-linejoin="round"/>
 <path d="M9 10.5c4-1 5 1.5 8 0M6 18c2 1 2 3 5 5M20 22c2-2 4-1 5.5-4.5" fill="none" stroke="#8e99a3" stroke-width="1.4" stroke-linecap="round"/>`],
  'k-gold': ['0 0 32 32', `
 <path d="M2.5 25 8 9.5h16L29.5 25z" fill="#e9b92f" stroke="var(--ln)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M8 9.5h16l-3 4.5H11z" fill="#f8de86" stroke="var(--ln)" stroke-width="1.6" stroke-linejoin="round"/>
 <path d="M11 14 7 25M21 14l4 11" stroke="#8d6a10" stroke-width="1.4"/><path d="M13 19h6" stroke="#8d6a10" stroke-width="2" stroke-linecap="round"/>`],
  'k-bronze': medal('#c98a5b', '#7d4a22'),
  'k-silver': medal('#dfe3e6', '#7f8a93'),
  'k-gold_prestige': medal('#f0cb55', '#8d6a10'),
  'coin': ['0 0 32 32', `<circle cx="16" cy="16" r="14" fill="#e8cb7f" stroke="var(--ln)" stroke-width="2"/><circle cx="16" cy="16" r="10.6" fill="none" stroke="#8d6a10" stroke-width="1.2" stroke-dasharray="1.6 1.5"/>`],
  'coinF': ['0 0 32 32', `<circle cx="16" cy="16" r="14" fill="#e8cb7f" stroke="var(--ln)" stroke-width="2"/><circle cx="16" cy="16" r="10.8" fill="none" stroke="#8d6a10" stroke-width="1.1"/><text x="16.4" y="22.2" text-anchor="middle" class="p-ui p-onmetal" font-size="17.5" fill="#1b1a26">F</text>`],
  'star': ['0 0 32 32', `<path d="M16 1.8 20.3 11l10 1.2-7.4 6.9 2 9.9L16 24l-8.9 5 2-9.9-7.4-6.9 10-1.2z" fill="var(--star)" stroke="var(--ln)" stroke-width="1.8" stroke-linejoin="round"/>`],
};
