// The eight landmarks: one verdigris silhouette each, the mill red; the ground lies at y = 96.
import type { Drawings } from './index';

const cut = 'fill="var(--lmcut)"';
const main = 'fill="var(--lm)"';
const gold = 'fill="var(--lmgold)"';
const ground = '<path d="M4 96.5h92" stroke="var(--lm)" stroke-width="3" stroke-linecap="round"/>';

export const landmarks: Drawings = {
  // 16 Eiffel Tower
  'l-16': ['0 0 100 100', `
 <path ${main} fill-rule="evenodd" d="M17 96C30 84 39.5 67 43 50l4.2-27L48.8 9h2.4l1.6 14L57 50c3.5 17 13 34 26 46H67.5C65 86 58.5 79.5 50 79.5S35 86 32.5 96zM44.8 67h10.4L52.6 53h-5.2z"/>
 <rect x="34" y="66" width="32" height="6.5" ${main}/><rect x="40.5" y="47" width="19" height="5.5" ${main}/><rect x="46" y="19" width="8" height="4" ${main}/>
 <path d="M50 1v9" stroke="var(--lm)" stroke-width="1.6"/><circle cx="50" cy="4.5" r="2.6" ${gold}/>
 <path d="M36 72.5h28M41.5 52.5h17" stroke="var(--lmgold)" stroke-width="1.8"/>
 <path d="M24.5 92 34 86M28 86.5l8 2M31.5 81l7 .8M30 86l-1 5M36.5 73.5l2.5 6M75.5 92 66 86M72 86.5l-8 2M68.5 81l-7 .8M63.5 73.5l-2.5 6M43 64l3-10M57 64l-3-10M46.5 44l7-4M47.5 37l5.5-4M53.5 44l-7-4M52.5 37l-5-4M48.3 30l3.7-3" stroke="var(--lmcut)" stroke-width="1.3" fill="none"/>
 ${ground}`],
  // 15 Notre-Dame
  'l-15': ['0 0 100 100', `
 <path ${main} d="M48.8 8h2.4L53 36h-6z"/><circle cx="50" cy="7" r="2.2" ${gold}/>
 <path ${main} d="M18 96V20h2.5v-4H23v4h3v-4h3v4h3v-4h3v4h3.5v-4H41v4h1.5v18h15V20H59v-4h2.5v4H65v-4h3v4h3v-4h3v4h3v-4h2.5v4H82v76z"/>
 <path ${cut} d="M23 38V28.5a3 3 0 0 1 6 0V38zM32 38V28.5a3 3 0 0 1 6 0V38zM62 38V28.5a3 3 0 0 1 6 0V38zM71 38V28.5a3 3 0 0 1 6 0V38z"/>
 <path d="M20 42.5h60M20 66.5h60" stroke="var(--lmcut)" stroke-width="1.8"/><path d="M20 70h60" stroke="var(--lmgold)" stroke-width="2.6" stroke-dasharray="2.2 1.7"/>
 <circle cx="50" cy="55" r="8.8" ${cut}/><circle cx="50" cy="55" r="7" ${gold}/><path d="M50 48v14M43 55h14M45 50l10 10M55 50 45 60" stroke="var(--lm)" stroke-width="1.2"/><circle cx="50" cy="55" r="2" fill="var(--lm)"/>
 <path ${cut} d="M25 63v-8a5.5 5.5 0 0 1 11 0v8zM64 63v-8a5.5 5.5 0 0 1 11 0v8z"/><path d="M30.5 49v14M69.5 49v14" stroke="var(--lm)" stroke-width="1.8"/>
 <path ${cut} d="M24 96V84c0-5 3-8.5 6-10.5 3 2 6 5.5 6 10.5v12zM44 96V83c0-5 3-8 6-10 3 2 6 5 6 10v13zM64 96V84c0-5 3-8.5 6-10.5 3 2 6 5.5 6 10.5v12z"/>
 <path d="M30 78v18M50 77v19M70 78v18" stroke="var(--lm)" stroke-width="1.7"/>
 ${ground}`],
  // 14 Louvre: the clock pavilion
  'l-14': ['0 0 100 100', `
 <path ${main} d="M3 96V58h1.5L8 44h10l3.5 14H35V44h-2c1-9 4.5-16 8.5-20h17c4 4 7.5 11 8.5 20h-2v14h13.5L82 44h10l3.5 14H97v38z"/>
 <path ${main} d="M43 24v-3h2v-7c0-3 2.2-5 5-5s5 2 5 5v7h2v3z"/><path d="M50 9V2" stroke="var(--lm)" stroke-width="1.6"/><path ${gold} d="M50.5 2h7l-2 2 2 2h-7z"/>
 <path d="M34 44h32M6 58h15M79 58h15M21 61.5h14M65 61.5h14" stroke="var(--lmcut)" stroke-width="1.7"/>
 <circle cx="50" cy="35" r="5" ${gold}/><path d="M50 32v3h2.5" fill="none" stroke="var(--lm)" stroke-width="1.3"/>
 <path d="M39 49 50 44.5 61 49z" ${gold}/>
 <path ${cut} d="M40 60v-5.5a2.5 2.5 0 0 1 5 0V60zM47.5 60v-5.5a2.5 2.5 0 0 1 5 0V60zM55 60v-5.5a2.5 2.5 0 0 1 5 0V60zM40 76v-8h5v8zM47.5 76v-8h5v8zM55 76v-8h5v8zM46 96V86a4 4 0 0 1 8 0v10zM8 72v-8h4v8zM15 72v-8h4v8zM81 72v-8h4v8zM88 72v-8h4v8zM24 74v-8h3.5v8zM30.5 74v-8H34v8zM66 74v-8h3.5v8zM72.5 74v-8H76v8z"/>
 <path ${cut} d="M7 96V84a2.7 2.7 0 0 1 5.4 0v12zM15 96V84a2.7 2.7 0 0 1 5.4 0v12zM23.5 96V84a2.7 2.7 0 0 1 5.4 0v12zM31.5 96V84a2.7 2.7 0 0 1 5.4 0v12zM63.1 96V84a2.7 2.7 0 0 1 5.4 0v12zM71.1 96V84a2.7 2.7 0 0 1 5.4 0v12zM79.6 96V84a2.7 2.7 0 0 1 5.4 0v12zM87.6 96V84a2.7 2.7 0 0 1 5.4 0v12z"/>
 <path d="M5 78.5h90" stroke="var(--lmgold)" stroke-width="1.8"/>
 ${ground}`],
  // 13 Sacré-Coeur
  'l-13': ['0 0 100 100', `
 <path ${main} d="M36 58V43h1c0-13 5-24 10-29v-5h1.5V5h3v4H53v5c5 5 10 16 10 29h1v15z"/><path d="M50 0v6M48 2.5h4" stroke="var(--lm)" stroke-width="1.6"/>
 <path ${main} d="M15 62c0-9 2.5-16 6-20v-3h4v3c3.5 4 6 11 6 20zM69 62c0-9 2.5-16 6-20v-3h4v3c3.5 4 6 11 6 20z"/>
 <path ${main} d="M12 96V62h76v34z"/><path ${main} d="M30 62 50 50l20 12z"/>
 <path d="M36 43.5h28M13 62h20M67 62h20M30 76h40" stroke="var(--lmcut)" stroke-width="1.7"/>
 <path d="M43 38c.5-8 2.5-15 5-20M57 38c-.5-8-2.5-15-5-20M50 17v22M20 58c.3-5 1.3-9 2.5-12M26 58c-.3-5-1.3-9-2.5-12M74 58c.3-5 1.3-9 2.5-12M80 58c-.3-5-1.3-9-2.5-12" fill="none" stroke="var(--lmcut)" stroke-width="1.1"/>
 <path ${cut} d="M40 55v-7a1.8 1.8 0 0 1 3.6 0v7zM45.5 54v-6.5a1.8 1.8 0 0 1 3.6 0V54zM51 54v-6.5a1.8 1.8 0 0 1 3.6 0V54zM56.4 55v-7a1.8 1.8 0 0 1 3.6 0v7z"/>
 <path ${gold} d="M45 73v-5a5 5 0 0 1 10 0v5z"/>
 <path ${cut} d="M32.5 96V86a4.3 4.3 0 0 1 8.6 0v10zM45.7 96V86a4.3 4.3 0 0 1 8.6 0v10zM58.9 96V86a4.3 4.3 0 0 1 8.6 0v10zM17 90V74a2.5 2.5 0 0 1 5 0v16zM78 90V74a2.5 2.5 0 0 1 5 0v16z"/>
 <path d="M30 79h40" stroke="var(--lmgold)" stroke-width="2"/>
 ${ground}`],
  // 12 Panthéon
  'l-12': ['0 0 100 100', `
 <path d="M50 1v8M48 4h4" stroke="var(--lm)" stroke-width="1.6"/><path ${main} d="M46.5 17v-5a3.5 3.5 0 0 1 7 0v5z"/>
 <path ${main} d="M33 34c0-10 7-18 17-18s17 8 17 18z"/><path ${main} d="M31 34h38v4H31zM34 38h32v13H34zM30 51h40v5H30z"/>
 <path d="M38 31c.5-6 3-10 6-12M62 31c-.5-6-3-10-6-12M50 18v13" fill="none" stroke="var(--lmgold)" stroke-width="1.5"/>
 <path ${cut} d="M37.5 50V40h3v10zM43.5 50V40h3v10zM49.5 50V40h3v10zM55.5 50V40h3v10zM61 50V40h2.5v10z"/>
 <path ${main} d="M8 96V62h84v34z"/><path ${main} d="M20 66 50 52.5 80 66z" stroke="var(--lmcut)" stroke-width="1.5"/>
 <path ${gold} d="M34 63.5 50 56.5l16 7z"/>
 <path ${cut} d="M21 68.5h58v23H21z"/><path ${main} d="M23 70h4.6v20H23zM33 70h4.6v20H33zM43 70h4.6v20H43zM52.4 70H57v20h-4.6zM62.4 70H67v20h-4.6zM72.4 70H77v20h-4.6z"/>
 <path d="M18 91.5h64M16 94.5h68" stroke="var(--lmcut)" stroke-width="1.2"/><path d="M10 67h9M81 67h9M10 84h9M81 84h9" stroke="var(--lmcut)" stroke-width="1.6"/>
 ${ground}`],
  // 11 Grand Palais
  'l-11': ['0 0 100 100', `
 <path d="M50 3v18" stroke="var(--lm)" stroke-width="1.8"/><path ${gold} d="M51 3.5c4-2 6 2 11 0v8c-5 2-7-2-11 0z"/>
 <path ${main} d="M5 68c3-13 11-20 24-21h2c2-15 9-26 19-26s17 11 19 26h2c13 1 21 8 24 21z"/>
 <path d="M34 47c2-11 7-20 16-22.5C59 27 64 36 66 47M41 47c1-9 4-16 9-20 5 4 8 11 9 20M50 25v22M32 41h36M35 33.5h30" fill="none" stroke="var(--lmcut)" stroke-width="1.3"/>
 <path d="M10 66c3-9 8-14 18-15M18 66c2-6 6-11 13-14.5M90 66c-3-9-8-14-18-15M82 66c-2-6-6-11-13-14.5M27 66c1-5 3-10 7-15M73 66c-1-5-3-10-7-15M30 50.5h40M36 66V51M64 66V51M44 66V51M56 66V51M50 66V51M12 59h76" fill="none" stroke="var(--lmcut)" stroke-width="1.2"/>
 <path ${main} d="M3 67h94v29H3z"/><path d="M3 70.5h94" stroke="var(--lmgold)" stroke-width="2.4"/>
 <path ${cut} d="M7 93V75h3v18zM13.5 93V75h3v18zM20 93V75h3v18zM26.5 93V75h3v18zM33 93V75h3v18zM64 93V75h3v18zM70.5 93V75h3v18zM77 93V75h3v18zM83.5 93V75h3v18zM90 93V75h3v18zM41 96V83a9 9 0 0 1 18 0v13z"/>
 <path d="M50 74v22" stroke="var(--lm)" stroke-width="2"/><path ${gold} d="M3 67l3-7 4 3 3 4zM97 67l-3-7-4 3-3 4z"/>
 ${ground}`],
  // 10 Tuileries: basin, jet and clipped trees
  'l-10': ['0 0 100 100', `
 <path d="M50 18v46M50 20c-7 3-12 14-13 34M50 20c7 3 12 14 13 34M50 30c-4 3-7 12-7.5 26M50 30c4 3 7 12 7.5 26" fill="none" stroke="var(--lmwater)" stroke-width="2.6" stroke-linecap="round"/>
 <path d="M50 10c2.5 3.5 3 6 0 8.5-3-2.5-2.5-5 0-8.5z" fill="var(--lmwater)"/>
 <path ${main} d="M34 56h32c-1 7-6 11-13 11.5V76h-6v-8.5C40 67 35 63 34 56z"/><path d="M33 56h34" stroke="var(--lmgold)" stroke-width="3" stroke-linecap="round"/>
 <path ${main} d="M22 78h56l-5 18H27z"/><path d="M22 79h56" stroke="var(--lmgold)" stroke-width="3" stroke-linecap="round"/>
 <path d="M32 84.5v9M41 84.5v9M50 84.5v9M59 84.5v9M68 84.5v9" stroke="var(--lmcut)" stroke-width="1.5"/>
 <circle cx="14" cy="52" r="12" ${main}/><circle cx="86" cy="52" r="12" ${main}/>
 <path d="M8 47c4-4 8-4 11-1M8 55c4 3 8 3 12 0M80 47c4-4 8-4 11-1M80 55c4 3 8 3 12 0" fill="none" stroke="var(--lmcut)" stroke-width="1.5" stroke-linecap="round"/>
 <path ${main} d="M12.5 62h3v18h-3zM84.5 62h3v18h-3zM6 80h16l-1.5 16h-13zM78 80h16l-1.5 16h-13z"/>
 <path d="M7.5 84h13M79.5 84h13" stroke="var(--lmgold)" stroke-width="1.8"/>
 <circle cx="10" cy="52" r="1.7" ${gold}/><circle cx="17" cy="50" r="1.7" ${gold}/><circle cx="14" cy="57" r="1.7" ${gold}/><circle cx="82" cy="51" r="1.7" ${gold}/><circle cx="89" cy="50" r="1.7" ${gold}/><circle cx="86" cy="57" r="1.7" ${gold}/>
 ${ground}`],
  // 9 Moulin Rouge
  'l-9': ['0 0 100 100', `
 <path ${main} d="M6 96V74h20v-7h48v7h20v22z"/><path fill="var(--lmred)" d="M36 68 41 36h18l5 32z"/><path fill="var(--lmred)" d="M39.5 37c0-7 4.5-12 10.5-12s10.5 5 10.5 12z"/>
 <path d="M42 38h16M39.5 52.5h21" stroke="var(--lmcut)" stroke-width="1.6"/>
 <path ${cut} d="M46.5 64v-5.5a3.5 3.5 0 0 1 7 0V64zM48 48v-3.5a2 2 0 0 1 4 0V48z"/>
 <g transform="rotate(28 50 34)"><path d="M50 2v64M18 34h64" stroke="var(--lm)" stroke-width="2.2"/>
 <path d="M51 3h8v23h-8zM49 65h-8V42h8zM81 35v8H58v-8zM19 33v-8h23v8z" fill="var(--lmsail)" stroke="var(--lm)" stroke-width="1.6"/>
 <path d="M51 8.7h8M51 14.5h8M51 20.2h8M41 47.7h8M41 53.5h8M41 59.2h8M75.2 35v8M69.5 35v8M63.7 35v8M36.2 25v8M30.5 25v8M24.7 25v8" stroke="var(--lm)" stroke-width="1.3"/></g>
 <circle cx="50" cy="34" r="3.6" ${gold} stroke="var(--lm)" stroke-width="1.6"/>
 <rect x="20" y="76.5" width="60" height="7" rx="1.5" ${gold}/><path d="M24 80h52" stroke="var(--lm)" stroke-width="2.6" stroke-dasharray="4 2"/>
 <path ${cut} d="M11 96v-8a3 3 0 0 1 6 0v8zM22 96v-6a3 3 0 0 1 6 0v6zM44 96v-5a6 6 0 0 1 12 0v5zM72 96v-6a3 3 0 0 1 6 0v6zM83 96v-8a3 3 0 0 1 6 0v8zM33 96v-6a3 3 0 0 1 6 0v6zM61 96v-6a3 3 0 0 1 6 0v6z"/>
 ${ground}`],
};
