// Which layout of the table fits a window.

/** `three`: board between two columns. `two`: board beside one column, which shows one thing at a time. `stack`: two
    columns below the board. `phone`: everything below the board. `aside`: a phone on its side, the board beside
    everything else. */
export type Layout = 'three' | 'two' | 'stack' | 'phone' | 'aside';

export function layoutOf(width: number, height: number): Layout {
  if (height < 640 && width >= height + 200) return 'aside';
  if (width < 700) return 'phone';
  if (width < height * 1.15 || width < 860) return 'stack';
  return width > 1180 ? 'three' : 'two';
}
