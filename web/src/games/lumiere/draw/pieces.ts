// Lamps and the special pieces of the postcards, seen from above.
import { U, type Cell, type Compass } from './geometry';
import { SEAT } from './stones';
import type { Seat, Side } from '../types';

export const TURN: Record<Side, number> = { north: 0, east: 90, south: 180, west: 270 };

/** A gas lantern from above: four panes round a cap, on an iron foot with two ladder arms. */
export function lantern(x: number, y: number, scale = 1): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><circle r="29" fill="#05060f" opacity=".35" cx="2" cy="4"/><path d="M-11-27h22l16 16v22l-16 16h-22l-16-16v-22Z" fill="#5d5868" stroke="#1b1a26" stroke-width="2"/><path d="M-10-24h20l14 14v20l-14 14h-20l-14-14v-20Z" fill="#2b2835"/>`
    + `<path d="M-31 0h62M0-31v62" stroke="#14131d" stroke-width="4.5" stroke-linecap="round"/><g stroke="#1b1a26" stroke-width="2.2" stroke-linejoin="round"><path d="M-18-18h36L7.5-7.5h-15Z" fill="#fff6d2"/><path d="M18-18v36L7.5 7.5v-15Z" fill="#ffe39b"/><path d="M18 18h-36L-7.5 7.5h15Z" fill="#ffd276"/><path d="M-18 18v-36l10.5 10.5v15Z" fill="#ffecb4"/></g>`
    + `<rect x="-7.5" y="-7.5" width="15" height="15" fill="#fffef4" stroke="#1b1a26" stroke-width="1.8"/><circle r="3.6" fill="#d9b45b" stroke="#1b1a26" stroke-width="1.4"/></g>`;
}

/** The large lamp: a candelabra of five globes. */
export function candelabra(x: number, y: number): string {
  const globe = (gx: number, gy: number, r: number): string => `<circle cx="${gx}" cy="${gy}" r="${r}" fill="url(#globe)" stroke="#6b4a12" stroke-width="1.6"/>`;
  return `<g transform="translate(${x} ${y})"><circle r="34" fill="#3a3748" stroke="#d9b45b" stroke-width="2.5"/><circle r="28" fill="none" stroke="#6f6a80" stroke-width="1.2"/>`
    + `<path d="M-26 0C-14-9-9-9 0 0 9 9 14 9 26 0M0-26C9-14 9-9 0 0-9 9-9 14 0 26" fill="none" stroke="#1b1a26" stroke-width="5" stroke-linecap="round"/>`
    + `<path d="M-26 0C-14-9-9-9 0 0 9 9 14 9 26 0M0-26C9-14 9-9 0 0-9 9-9 14 0 26" fill="none" stroke="#d9b45b" stroke-width="2.2" stroke-linecap="round"/>`
    + globe(-26, 0, 9.5) + globe(26, 0, 9.5) + globe(0, -26, 9.5) + globe(0, 26, 9.5) + globe(0, 0, 12.5) + "</g>";
}

/** A cream disc ringed in the owner's colour; orange rings are solid, blue ones beaded. */
export function disc(owner: Seat): string {
  const seat = SEAT[owner];
  return `<circle r="41" cx="2.5" cy="4" fill="#05071a" opacity=".5"/><circle r="41" fill="${seat.fill}" stroke="#14172f" stroke-width="2"/>`
    + (owner === "blue" ? `<circle r="37.6" fill="none" stroke="#0e3550" stroke-width="4.4" stroke-dasharray="3.2 4.68"/>` : `<circle r="37.4" fill="none" stroke="#7d5200" stroke-width="1.4"/>`)
    + `<circle r="34" fill="url(#ivory)" stroke="#14172f" stroke-width="1.6"/>`;
}

const FIGURE: Record<string, string> = {
  painter: `<g stroke="#1b1a26" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">
    <path d="M9-19 2 26M9-19l15 45M11-8l-3 34" fill="none" stroke="#6b4423" stroke-width="2.6"/>
    <path d="M3-21h21v21H3Z" fill="#fffdf5"/><path d="M5-5c5-6 8-2 11-6s4-2 6-3v12H5Z" fill="#4d8f86" stroke="none"/><circle cx="17.5" cy="-15.5" r="3.2" fill="#f0b030" stroke="none"/>
    <path d="M-20 26c-1-16 1-25 9-26 6 0 9 4 9 10l1 16Z" fill="#3d5a99"/><path d="M-6 6 7-6" stroke-width="5.5"/><path d="M-6 6 7-6" stroke="#3d5a99" stroke-width="3.2"/><path d="m6-5 7-5" stroke="#6b4423" stroke-width="2"/>
    <circle cx="-10" cy="-8" r="6.6" fill="#f0c9a0"/><path d="M-19-10c-1-7 6-10 12-8 6 1 7 6 4 8-5-3-10-3-16 0Z" fill="#a8412b"/><path d="M-9-18.5v-2.4" stroke-width="2"/></g>`,
  dancer: `<g stroke="#1b1a26" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">
    <path d="M-2 8C-14 6-26 10-29 18c7 1 8 6 15 4 4 6 11 3 14 6 4-4 10 0 13-6 6 2 9-1 14-6C24 8 10 6 4 8Z" fill="#fffdf5"/>
    <path d="M-2 6c-9-1-20 3-24 9 6 0 8 4 13 2 4 4 9 2 13 4 4-3 9 0 12-4 4 2 8-1 11-4C19 7 9 5 4 6Z" fill="#b5302a"/>
    <path d="M3 8C12 2 17-8 22-20" fill="none" stroke-width="7"/><path d="M3 8C12 2 17-8 22-20" fill="none" stroke="#2b2433" stroke-width="4.6"/><path d="m21-19 4-7 4 2-4 7Z" fill="#b5302a"/>
    <path d="M-6 8C-8-2-7-8-1-8s7 6 5 15Z" fill="#b5302a"/><path d="M-5-4C-13-3-18-8-20-14M3-5c4 2 7 0 8-3" fill="none" stroke-width="4.4"/><path d="M-5-4C-13-3-18-8-20-14M3-5c4 2 7 0 8-3" fill="none" stroke="#f0c9a0" stroke-width="2.2"/>
    <circle cx="-2" cy="-15" r="6" fill="#f0c9a0"/><path d="M-9-15c-1-8 5-10 9-9s6 4 5 7c-5-3-9-1-11 3Z" fill="#5b2e18"/><circle cx="4" cy="-24" r="3" fill="#d9b45b"/></g>`,
  statue: `<g stroke="#1b1a26" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"><path d="M-19 28h38l-3-8h-32Z" fill="#b9ad97"/><path d="M-14 20h28v-9h-28Z" fill="#d8cfbd"/>
    <path d="M-15 12c-1-9 0-16 6-20 5-3 9-2 11 1l2 5 9 1c4 1 4 5 1 6l-3 1 4 6h-8l-4-7-6 1c1 3 0 5-2 6Z" fill="#6f8f83"/><path d="M1-4c1 5-1 9 4 12M-5 4l11 1" fill="none"/><path d="m5-8-2 8 4 3" fill="none" stroke-width="5"/><path d="m5-8-2 8 4 3" fill="none" stroke="#6f8f83" stroke-width="2.8"/><circle cx="3" cy="-14" r="6.6" fill="#6f8f83"/><path d="M-3-17c2-5 9-6 12-1" fill="none"/></g>`,
};

/** A piece of one space. A statue's view is told by the beak of its disc and the waves before it. */
export function figure(kind: string, owner: Seat, [r, c]: Cell, facing?: Side | null): string {
  const beak = facing ? `<g transform="rotate(${TURN[facing]})" stroke="#14172f" stroke-linejoin="round"><path d="M-15-35 0-56l15 21Z" fill="${SEAT[owner].fill}" stroke-width="2"/><path d="M-17-64 0-77l17 13M-11-80 0-89l11 9" fill="none" stroke-width="8" stroke-linecap="round"/><path d="M-17-64 0-77l17 13M-11-80 0-89l11 9" fill="none" stroke="${SEAT[owner].light}" stroke-width="4" stroke-linecap="round"/></g>` : '';
  return `<g transform="translate(${c * U + 50} ${r * U + 50})">${beak}${disc(owner)}${FIGURE[kind]}</g>`;
}

/** Pieces of two spaces are drawn lying (from left to right) and turned when they stand. */
function across(cells: readonly Cell[], inner: string): string {
  const [[r0, c0], [r1, c1]] = cells, upright = r0 !== r1;
  return `<g transform="translate(${(c0 + c1) / 2 * U + 50} ${(r0 + r1) / 2 * U + 50})${upright ? " rotate(90)" : ""}">${inner}</g>`;
}

export function fountain(cells: readonly Cell[], owner: Seat): string {
  const seat = SEAT[owner], jet = (x: number, r: number): string => `<g transform="translate(${x} 0)"><circle r="${r}" fill="none" stroke="#d7f4f2" stroke-width="1.4" opacity=".55"/><circle r="${r * .68}" fill="none" stroke="#e6fbfa" stroke-width="1.6" opacity=".8"/>`
    + Array.from({ length: 12 }, (_, i) => `<path d="M0 0Q0-${r * .5} 0-${r * .62}" transform="rotate(${i * 30})" stroke="#f4ffff" stroke-width="1.7" fill="none" opacity=".9"/>`).join("") + `<circle r="5.4" fill="#d9b45b" stroke="#1b1a26" stroke-width="1.4"/><circle r="2" fill="#fff"/></g>`;
  return across(cells, `<rect x="-91" y="-40" width="184" height="84" rx="30" fill="#05071a" opacity=".5" transform="translate(2 4)"/>
    <rect x="-92" y="-42" width="184" height="84" rx="30" fill="${seat.fill}" stroke="#14172f" stroke-width="2"/>${owner === "blue" ? `<rect x="-88.5" y="-38.5" width="177" height="77" rx="27" fill="none" stroke="#0e3550" stroke-width="3.6" stroke-dasharray="3 4.4"/>` : ""}
    <rect x="-86" y="-36" width="172" height="72" rx="25" fill="#e4dac6" stroke="#14172f" stroke-width="1.5"/><rect x="-76" y="-27" width="152" height="54" rx="18" fill="url(#water)" stroke="#5d7d85" stroke-width="2"/>
    <path d="M-66-14q8-5 16 0t16 0M18 17q8-5 16 0t16 0M-10-19q6-4 12 0t12 0M-20 20q6-4 12 0" fill="none" stroke="#cdeff0" stroke-width="1.4" opacity=".7"/>${jet(-40, 20)}${jet(40, 20)}
    <circle r="17" fill="#cfc4ae" stroke="#14172f" stroke-width="1.5"/><circle r="12" fill="url(#water)"/>${jet(0, 11)}`);
}

export function garden(cells: readonly Cell[], owner: Seat): string {
  const seat = SEAT[owner], tree = (x: number, y: number, r: number, t: string): string => `<g transform="translate(${x} ${y})"><circle r="${r}" cx="1.5" cy="2.5" fill="#0b1f1a" opacity=".55"/><circle r="${r}" fill="${t}"/><circle r="${r * .62}" cx="${-r * .2}" cy="${-r * .22}" fill="#8fc187" opacity=".55"/></g>`;
  return across(cells, `<rect x="-92" y="-42" width="184" height="84" rx="6" fill="#05071a" opacity=".5" transform="translate(3 5)"/><rect x="-95" y="-45" width="190" height="90" rx="6" fill="${seat.fill}" stroke="#14172f" stroke-width="2"/>
    ${owner === "blue" ? `<rect x="-92" y="-42" width="184" height="84" rx="4" fill="none" stroke="#0e3550" stroke-width="3" stroke-dasharray="3 4.4"/>` : ""}<rect x="-89" y="-39" width="178" height="78" rx="3" fill="#3f7b57" stroke="#14172f" stroke-width="1.5"/>
    <path d="M-89 0H89M0-39V39M-52-39V39M52-39V39" stroke="#e2d3ab" stroke-width="6"/>
    <g transform="translate(0 0)"><rect x="-25" y="-19" width="50" height="38" rx="19" fill="#cfeef0" stroke="#1f4b46" stroke-width="2"/><path d="M-19-12h38M-24 0h48M-19 12h38M-12-18v36M0-19v38M12-18v36" stroke="#3f8f89" stroke-width="1.4"/><path d="M-14 0h28" stroke="#fff" stroke-width="3" opacity=".8"/></g>
    ${tree(-72, -22, 11, "#2f6b45")}${tree(-72, 21, 12, "#38794d")}${tree(71, -21, 12, "#2f6b45")}${tree(72, 22, 11, "#38794d")}
    <g fill="#f2c14e"><circle cx="-42" cy="-22" r="3"/><circle cx="-34" cy="-26" r="3"/><circle cx="-36" cy="-16" r="3"/></g><g fill="#e86b5b"><circle cx="-40" cy="22" r="3"/><circle cx="-33" cy="17" r="3"/><circle cx="-33" cy="27" r="3"/></g><g fill="#f6f0ff"><circle cx="36" cy="-22" r="3"/><circle cx="42" cy="-17" r="3"/><circle cx="42" cy="-27" r="3"/></g><g fill="#f2c14e"><circle cx="36" cy="21" r="3"/><circle cx="43" cy="17" r="3"/><circle cx="43" cy="26" r="3"/></g>`);
}

/** The annex: a bookseller's green boxes, lids open, joined to its building on side `to`. */
export function annex([r, c]: Cell, owner: Seat, to: Compass): string {
  const turn = { n: 0, e: 90, s: 180, w: 270 }[to], seat = SEAT[owner], books = ["#a8412b", "#d9b45b", "#3d5a99", "#f4ead5", "#7a4a86", "#4d8f86", "#c9773a"];
  const row = (y: number): string => books.map((b, i) => `<rect x="${-30 + i * 8.7}" y="${y}" width="7.4" height="13" fill="${books[(i * 3 + (y > 0 ? 2 : 0)) % 7]}" stroke="#14231f" stroke-width="1"/>`).join("");
  return `<g transform="translate(${c * U + 50} ${r * U + 50}) rotate(${turn})"><rect x="-43" y="-43" width="86" height="86" rx="4" fill="${seat.fill}" stroke="#14172f" stroke-width="2"/><path d="M-30-60h60v22h-60Z" fill="#b9ad97" stroke="#14172f" stroke-width="1.6"/><path d="M-30-54h60M-30-47h60" stroke="#7d735f" stroke-width="1.4"/>
    <rect x="-37" y="-37" width="74" height="74" rx="2" fill="#1f4d3f" stroke="#14172f" stroke-width="1.6"/><rect x="-34" y="-33" width="68" height="11" rx="1" fill="#3f8467" stroke="#14231f"/><rect x="-34" y="4" width="68" height="11" rx="1" fill="#3f8467" stroke="#14231f"/>${row(-20)}${row(17)}<path d="M-34-5.5h68" stroke="#14231f" stroke-width="2"/></g>`;
}
