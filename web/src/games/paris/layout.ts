// Which layout of the table fits a window.

/** `three`: board between two columns. `two`: board beside one column, which shows one thing at a time. `stack`: an
    upright tablet, one column beside the board and two below it. `phone`: everything below the board. `aside`: a phone
    on its side, the board beside everything else. */
export type Layout = 'three' | 'two' | 'stack' | 'phone' | 'aside';

export function layoutOf(width: number, height: number): Layout {
  if (height < 640 && width >= height + 200) return 'aside';
  if (width < 740) return 'phone';
  // the column beside the board takes 322 pixels; header, question and own screen above and below it take 602
  if (height - 602 >= (width - 322) * 0.9) return 'stack';
  return width > 1180 && width >= height * 1.15 ? 'three' : 'two';
}
