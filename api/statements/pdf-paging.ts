// Computes the positions of a statement's rows on its pages. It runs twice, to count the pages for
// the page numbers and to draw, so that a long statement is never in memory as a whole.

/** Points from the top of a page. */
export interface PageFrame {
  /** The top of the rows on the first page. */
  readonly firstTop: number;
  readonly nextTop: number;
  readonly end: number;
  /** Height of the line with the carried balance, at the end of a page and the top of the next. */
  readonly carriedHeight: number;
}

export interface Paging {
  /** Returns the position of a row with a height, on this page or the next one. */
  place(height: number): number;
  readonly pages: number;
}

/**
 * @param onPageFull called when a page is full, with the position of the line with the carried balance
 */
export function createPaging(frame: PageFrame, onPageFull: (y: number) => void = () => {}): Paging {
  let y = frame.firstTop;
  let pages = 1;
  return {
    place(height) {
      // The line with the carried balance needs space too.
      if (y + height + frame.carriedHeight > frame.end) {
        onPageFull(y);
        pages += 1;
        y = frame.nextTop + frame.carriedHeight;
      }
      const cursorY = y;
      y += height;
      return cursorY;
    },
    get pages() {
      return pages;
    },
  };
}
