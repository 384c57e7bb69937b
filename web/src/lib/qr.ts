// A QR code of a link (ISO/IEC 18004): bytes, error correction L, versions 1 to 10, which hold 271 bytes.
// Hand-written because a general library would be as large as one of our pages.
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18]; // error correction codewords per block, by version
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4];
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

const range = (n: number): number[] => [...Array(n).keys()];
const bit = (of: number, n: number): boolean => ((of >>> n) & 1) === 1;

/** Multiplication in GF(256). */
const times = (a: number, b: number): number =>
  range(8).reduceRight((z, i) => (z << 1) ^ ((z >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a), 0);

/** The number of codewords of a version, data and error correction together. */
function words(version: number): number {
  const n = Math.floor(version / 7) + 2;
  const modules =
    (16 * version + 128) * version + 64 - (version > 1 ? (25 * n - 10) * n - 55 : 0) - (version > 6 ? 36 : 0);
  return modules >> 3;
}

function checks(data: readonly number[], count: number): number[] {
  const divisor: number[] = [...Array<number>(count - 1).fill(0), 1];
  let root = 1;
  for (let i = 0; i < count; i++, root = times(root, 2))
    range(count).forEach((j) => (divisor[j] = times(divisor[j], root) ^ (divisor[j + 1] ?? 0)));
  const left: number[] = Array<number>(count).fill(0);
  for (const word of data) {
    const factor = word ^ left.shift()!;
    left.push(0);
    divisor.forEach((one, i) => (left[i] ^= times(one, factor)));
  }
  return left;
}

/** The text as codewords with error correction, blocks interleaved. */
function coded(bytes: Uint8Array, version: number): number[] {
  const all = words(version),
    blocks = BLOCKS[version - 1],
    check = CHECKS[version - 1];
  const bits: number[] = [];
  const write = (value: number, count: number): void =>
    range(count).forEach((i) => bits.push((value >>> (count - 1 - i)) & 1));
  write(4, 4);
  write(bytes.length, version > 9 ? 16 : 8);
  bytes.forEach((byte) => write(byte, 8));
  write(0, 4);
  const data = range(all - blocks * check).map((i) =>
    i * 8 < bits.length
      ? parseInt(
          range(8)
            .map((j) => bits[i * 8 + j] ?? 0)
            .join(''),
          2,
        )
      : -1,
  );
  const padding = data.indexOf(-1);
  if (padding >= 0) for (let i = padding; i < data.length; i++) data[i] = (i - padding) % 2 ? 0x11 : 0xec;
  const short = Math.floor(all / blocks) - check,
    long = blocks - (all % blocks);
  const parts = range(blocks).map((b) =>
    data.slice(b * short + Math.max(0, b - long), (b + 1) * short + Math.max(0, b + 1 - long)),
  );
  const tails = parts.map((part) => checks(part, check));
  const turns = (of: number[][]): number[] =>
    range(Math.max(...of.map((one) => one.length))).flatMap((i) =>
      of.flatMap((one) => (i < one.length ? [one[i]] : [])),
    );
  return [...turns(parts), ...turns(tails)];
}

/** The modules row by row, with one of the eight masks applied. */
export function squares(text: string, mask: number): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = range(10)
    .map((i) => i + 1)
    .find((v) => bytes.length + (v > 9 ? 3 : 2) <= words(v) - BLOCKS[v - 1] * CHECKS[v - 1]);
  if (!version) throw new Error('too long for a QR code');
  const size = 17 + 4 * version;
  const rows = range(size).map(() => Array<boolean>(size).fill(false));
  const fixed = range(size).map(() => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, dark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    rows[y][x] = dark;
    fixed[y][x] = true;
  };
  const rings = (x: number, y: number, reach: number, light: number[]): void => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  range(size).forEach((i) => {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  });
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    rings(x, y, 4, [2, 4]);
  const at = ALIGNED[version - 1],
    last = at.length - 1;
  at.forEach((x, i) =>
    at.forEach((y, j) => {
      if (!((i === 0 && (j === 0 || j === last)) || (i === last && j === 0))) rings(x, y, 2, [1]);
    }),
  );
  const rest = (of: number, n: number, by: number): number =>
    range(n).reduce((left) => (left << 1) ^ ((left >>> (n - 1)) * by), of);
  const format = (((8 | mask) << 10) | rest(8 | mask, 10, 0x537)) ^ 0x5412;
  range(15).forEach((i) => {
    if (i < 8) set(8, i < 6 ? i : i + 1, bit(format, i));
    else set(i === 8 ? 7 : 14 - i, 8, bit(format, i));
    if (i < 8) set(size - 1 - i, 8, bit(format, i));
    else set(8, size - 15 + i, bit(format, i));
  });
  set(8, size - 8, true);
  if (version > 6)
    range(18).forEach((i) => {
      const dark = bit((version << 12) | rest(version, 12, 0x1f25), i),
        a = size - 11 + (i % 3),
        b = Math.floor(i / 3);
      set(a, b, dark);
      set(b, a, dark);
    });
  const data = coded(bytes, version);
  let i = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let n = 0; n < size; n++)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - n : n;
        if (fixed[y][x]) continue;
        rows[y][x] = (i < data.length * 8 && bit(data[i >>> 3], 7 - (i & 7))) !== (MASKS[mask](x, y) === 0);
        i++;
      }
  return rows;
}

/** The code with the mask that has the fewest equal neighbours. */
export function qr(text: string): boolean[][] {
  const alike = (rows: boolean[][]): number =>
    rows.reduce(
      (sum, row, y) =>
        sum +
        row.filter((dark, x) => dark === row[x + 1]).length +
        row.filter((dark, x) => dark === rows[y + 1]?.[x]).length,
      0,
    );
  return range(8)
    .map((mask) => squares(text, mask))
    .sort((a, b) => alike(a) - alike(b))[0];
}
