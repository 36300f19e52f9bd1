// Paged lists that the keyboard operates.

import { useRef, useState } from 'preact/hooks';
import { navigate } from './address.ts';
import { useKeys } from './keyboard.tsx';
import { type LoadedData, useLoad, WhenLoaded } from './load.tsx';
import { type Column, Table } from './show.tsx';

/** The requested page of a list. */
export interface ListOrder {
  readonly limit: number;
  readonly startingAfter?: string;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** Returns the first rows of a page. The next cursor is the id of the last of them. */
export function shortenPage<T extends { readonly id: string }>(
  page: Page<T>,
  limit: number,
): Page<T> {
  if (page.data.length <= limit) return page;
  const data = page.data.slice(0, limit);
  return { data, hasMore: true, nextCursor: data.at(-1)?.id ?? null };
}

interface ListProps<T> {
  readonly caption: string;
  readonly emptyText: string;
  readonly columns: readonly Column<T>[];
  /** True when the list reloads by itself. Not for personal data, whose reads are audited. */
  readonly isLive?: boolean;
  /** Values that the list depends on, besides the page. */
  readonly dependencies: readonly (string | number | boolean)[];
  load(page: ListOrder): Promise<Page<T>>;
  /** Returns the address that a row links to. Without it, rows are not links. */
  to?(row: T): string | null;
}

const PAGE_SIZE = 25;

/** A list: j and k move, Enter opens, the buttons turn pages. */
export function List<T>(props: ListProps<T>) {
  const [pageHistory, setPageHistory] = useState<{ listKey: string; cursors: readonly string[] }>({
    listKey: '',
    cursors: [],
  });
  const key = JSON.stringify(props.dependencies);
  const ownCursors = pageHistory.listKey === key ? pageHistory.cursors : [];
  const cursor = ownCursors.at(-1);
  const load = () => props.load({ limit: PAGE_SIZE, ...(cursor ? { startingAfter: cursor } : {}) });
  const loadedPage: LoadedData<Page<T>> = useLoad(load, [...props.dependencies, cursor ?? ''], {
    isLive: props.isLive ?? false,
  });
  const [selectedIndex, setSelectedIndex] = useState(-1);
  // A ref, because two keys may be pressed before the page is drawn again.
  const selected = useRef(selectedIndex);
  const rows = loadedPage.data?.data ?? [];
  const choose = (index: number) => {
    selected.current = index;
    setSelectedIndex(index);
  };
  const move = (step: number) =>
    choose(Math.max(0, Math.min(rows.length - 1, selected.current + step)));
  const open = () => {
    const row = rows[selected.current];
    const to = row === undefined ? null : props.to?.(row);
    if (to) navigate(to);
  };
  const turnTo = (cursors: readonly string[]) => {
    setPageHistory({ listKey: key, cursors });
    choose(-1);
  };
  useKeys(
    props.to
      ? [
          { keys: 'j', does: 'Next row', run: () => move(1) },
          { keys: 'k', does: 'Previous row', run: () => move(-1) },
          { keys: 'Enter', does: 'Opens the row', run: open },
        ]
      : [],
    [rows],
  );
  return (
    <WhenLoaded query={loadedPage}>
      {({ data, hasMore, nextCursor }) => (
        <>
          <Table
            caption={props.caption}
            rows={data}
            columns={props.columns}
            emptyText={props.emptyText}
            selected={selectedIndex}
          />
          <div class="row">
            {ownCursors.length > 0 ? (
              <button type="button" class="second" onClick={() => turnTo(ownCursors.slice(0, -1))}>
                Previous page
              </button>
            ) : null}
            {hasMore && nextCursor !== null ? (
              <button
                type="button"
                class="second"
                onClick={() => turnTo([...ownCursors, nextCursor])}
              >
                Next page
              </button>
            ) : null}
          </div>
        </>
      )}
    </WhenLoaded>
  );
}
