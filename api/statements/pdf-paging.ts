// The positions of a statement's rows on its pages. They are computed twice: once to count the
// pages, for the page numbers, and once to draw. A long statement therefore never has to be in
// memory as a whole.

/** Points from the top of a page. */
export interface PageFrame {
  /** The top of the rows on the first page. */
  readonly firstTop: number;
  readonly nextTop: number;
  readonly end: number;
  /** Height of the line that carries the balance over, at the end of a page and the next top. */
  readonly carried: number;
}

export interface Paging {
  /** The place of a row of that height: on this page, or on the next one. */
  place(height: number): number;
  readonly pages: number;
}

/**
 * @param turn called with the place of the line that carries over, when a page is full
 */
export function paging(frame: PageFrame, turn: (y: number) => void = () => {}): Paging {
  let y = frame.firstTop;
  let pages = 1;
  return {
    place(height) {
      // The line that carries over needs its place too.
      if (y + height + frame.carried > frame.end) {
        turn(y);
        pages += 1;
        y = frame.nextTop + frame.carried;
      }
      const at = y;
      y += height;
      return at;
    },
    get pages() {
      return pages;
    },
  };
}
