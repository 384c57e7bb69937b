// The six types of building, told apart by shape: cup, croissant, mansard house, plate, bed, mask. Flat lithograph:
// an ink line, two or three flat tones.
import type { Drawings } from './index';

export const buildings: Drawings = {
  // café: cup, saucer, steam
  't-cafe': ['0 0 48 48', `
 <path d="M17 4c-4 4 3 6 0 11M25 4c-4 4 3 6 0 11" fill="none" stroke="var(--ty-cafe)" stroke-width="2.6" stroke-linecap="round"/>
 <path d="M36 22h2.5a6.2 6.2 0 0 1 0 12.4H33" fill="none" stroke="var(--p-ink)" stroke-width="3"/>
 <path d="M6 19h30v6c0 9-5.5 15-12 15h-6C11.5 40 6 34 6 25z" fill="var(--ty-cafe)" stroke="var(--p-ink)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M10 23.5h22" stroke="var(--tile)" stroke-width="2.4" stroke-linecap="round"/>
 <path d="M4 43.5h36" stroke="var(--p-ink)" stroke-width="3.2" stroke-linecap="round"/>`],
  // bakery: croissant
  't-bakery': ['0 0 48 48', `
 <path d="M3 34C3 18 12 9 24 9s21 9 21 25c0 4-5.5 5-7.5 1.5C34.5 29.5 30 27 24 27s-10.5 2.5-13.5 8.5C8.5 39 3 38 3 34z" fill="var(--ty-bakery)" stroke="var(--p-ink)" stroke-width="2.2" stroke-linejoin="round"/>
 <path d="M16.5 11.3 19.3 27.5M31.5 11.3 28.7 27.5M7.7 19.5 13.2 31.2M40.3 19.5 34.8 31.2" fill="none" stroke="var(--p-ink)" stroke-width="2" stroke-linecap="round"/>
 <path d="M21.5 13.5c1.5-.5 3.5-.5 5 0" fill="none" stroke="var(--tile)" stroke-width="2" stroke-linecap="round"/>`],
  // residence: Haussmann house, mansard roof
  't-residence': ['0 0 48 48', `
 <path d="M11 5h4v6h-4zM33 5h4v6h-4z" fill="var(--p-ink)"/>
 <path d="M6 21 10 9h28l4 12z" fill="var(--ty-residence)" stroke="var(--p-ink)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M8 21h32v23H8z" fill="var(--tile)" stroke="var(--p-ink)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M15 13h4v5h-4zM29 13h4v5h-4z" fill="var(--tile)"/>
 <path d="M12.5 25h5v6h-5zM30.5 25h5v6h-5zM21.5 25h5v6h-5zM12.5 35h5v6h-5zM30.5 35h5v6h-5z" fill="var(--ty-residence)"/>
 <path d="M21 44v-6a3 3 0 0 1 6 0v6z" fill="var(--p-ink)"/><path d="M8 33h32" stroke="var(--p-ink)" stroke-width="1.4"/>`],
  // restaurant: fork, plate, knife
  't-restaurant': ['0 0 48 48', `
 <circle cx="24" cy="25" r="12.5" fill="var(--tile)" stroke="var(--p-ink)" stroke-width="2"/>
 <circle cx="24" cy="25" r="7.6" fill="var(--ty-restaurant)"/>
 <path d="M2.5 6v8.5c0 2.6 1.2 4 3.2 4.6V43M5.7 6v8M9 6v8.5c0 2.6-1.2 4-3.3 4.6" fill="none" stroke="var(--p-ink)" stroke-width="2.3" stroke-linecap="round"/>
 <path d="M42 26.5V43M42 6c3.6 2.5 4.6 9.5 3.6 20.5H42z" fill="var(--p-ink)" stroke="var(--p-ink)" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/>`],
  // hotel: bed with headboard
  't-hotel': ['0 0 48 48', `
 <path d="M4 8v34M44 20v22" stroke="var(--p-ink)" stroke-width="3.4" stroke-linecap="round"/>
 <path d="M4 14c6 0 9-6 13-6s5 6 5 12H4z" fill="var(--tile)" stroke="var(--p-ink)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M7.5 23c0-2.8 2-4.5 5.2-4.5s5.3 1.7 5.3 4.5v3.5H7.5z" fill="var(--tile)" stroke="var(--p-ink)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M4 26.5h40V36H4z" fill="var(--ty-hotel)" stroke="var(--p-ink)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M18 26.5c0-4 3-6 7-6h11c5 0 8 2 8 6" fill="var(--ty-hotel)" stroke="var(--p-ink)" stroke-width="2" stroke-linejoin="round"/>
 <path d="M4 31.5h40" stroke="var(--tile)" stroke-width="1.6"/>`],
  // theatre: mask and ribbons
  't-theatre': ['0 0 48 48', `
 <path d="M9 12C4 12 2 16 1.5 21c2-1 4-1 6 .5M39 12c5 0 7 4 7.5 9-2-1-4-1-6 .5" fill="none" stroke="var(--p-ink)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>
 <path d="M8 9c5 2.4 10.3 3.5 16 3.5S35 11.4 40 9c2.5 19-3.5 33-16 35C11.5 42 5.5 28 8 9z" fill="var(--ty-theatre)" stroke="var(--p-ink)" stroke-width="2.2" stroke-linejoin="round"/>
 <path d="M13 21c2-2.8 5.5-2.8 7.5 0-2 1.8-5.5 1.8-7.5 0zM27.5 21c2-2.8 5.5-2.8 7.5 0-2 1.8-5.5 1.8-7.5 0z" fill="var(--tile)"/>
 <path d="M15 29.5c5.5 3 12.5 3 18 0-1 6-4.5 9-9 9s-8-3-9-9z" fill="var(--tile)"/>`],
};
