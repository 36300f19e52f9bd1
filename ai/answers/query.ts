// A question as a query over booked payments: which payments (filter), over which time (range),
// which figure (measure), and as a total or by group. Plain data, so that a conversation can store
// it.

import type { Flow } from './flows.ts';
import type { Period } from './periods.ts';

export interface Subject {
  readonly kind: 'category' | 'party' | 'note';
  readonly name: string;
}

/** An amount in units of its currency, as digits and decimals. */
export interface BoundAmount {
  readonly digits: string;
  readonly scale: number;
}

export interface Bound {
  readonly least: BoundAmount | null;
  readonly isLeastIn: boolean;
  readonly most: BoundAmount | null;
  readonly isMostIn: boolean;
}

export interface Filter {
  /** At least one subject of each group has to match. */
  readonly groups: readonly (readonly Subject[])[];
  readonly without: readonly Subject[];
  readonly accountIds: readonly string[];
  /** Transfers between own accounts: only those out of these accounts. */
  readonly fromAccountIds?: readonly string[];
  /** Money that payees gave back: their reversals count beside their deposits. */
  readonly isReturned?: true;
  readonly currencies: readonly string[];
  readonly bound: Bound | null;
  /** Days of the week, Monday is 1; none: all of them. */
  readonly weekdays: readonly number[];
  /** Leaves out the payments of which something was reversed. */
  readonly isWithoutReversed?: true;
  /** Times that are left out. */
  readonly withoutPeriods: readonly Period[];
}

export type Grouping =
  | 'day'
  | 'week'
  | 'weekday'
  | 'month'
  | 'year'
  | 'party'
  | 'category'
  | 'account';
export type Unit = 'day' | 'week' | 'month' | 'year';

export type Measure =
  /** `isNet`: less the refunds of the payees, which are income otherwise. */
  /** `isCounted`: with the number of payments, which is asked for, too. */
  /** `of`: only the refunds of these payees. */
  | {
      readonly kind: 'sum';
      readonly isNet?: true;
      readonly of?: readonly Subject[];
      readonly isCounted?: true;
    }
  | { readonly kind: 'latest' | 'first' }
  /** `of`: so many payees, categories, months or days, and not payments. */
  | {
      readonly kind: 'count';
      readonly of?: Grouping;
      /** Counts only groups with such a sum: `in how many months was it over 100`. */
      readonly bound?: Bound;
    }
  /** The days between two payments that follow each other, or since the latest. */
  | {
      readonly kind: 'gap';
      readonly which: 'longest' | 'shortest' | 'average' | 'latest' | 'since';
    }
  /** `take`: how many of the newest or first payments, or null for all. */
  | {
      readonly kind: 'list';
      readonly take: number | null;
      readonly isFirst: boolean;
      readonly isNewestFirst?: true;
    }
  /** `isRecent`: of the last months, `nowadays`. */
  /** `isOfPrice`: of one name that is paid once in each unit, its price now. */
  | {
      readonly kind: 'average';
      readonly unit: Unit | null;
      readonly isRecent?: true;
      readonly isOfPrice?: true;
    }
  /** The part that the named payments are of all the payments of a flow, in per cent. */
  /** `of`: the whole is what these names bring in, or cost. */
  | {
      readonly kind: 'share';
      readonly whole: 'spending' | 'income';
      readonly of?: readonly Subject[];
    }
  | {
      readonly kind: 'rank';
      readonly nth: number;
      readonly take: number;
      readonly isLeast: boolean;
    }
  | {
      readonly kind: 'groups';
      readonly by: Grouping;
      readonly isLeast: boolean;
      readonly isCounted: boolean;
      /** The question asks for one group, not for a list of groups. */
      readonly isOne: boolean;
      /** So many groups, where the question says how many. */
      readonly take?: number;
      /** The rank of the first requested group: 2 for the second. */
      readonly nth?: number;
      /** The question asks for every group; the groups add up to the whole. */
      readonly isAll: boolean;
      /** Only groups with such a sum: `in which months was it over 100`. */
      readonly bound?: Bound;
    }
  /** What one payee is paid each time, and since when: the amounts of a regular payment. */
  | { readonly kind: 'steps' }
  /** The payees that are paid once in each of the latest whole months. */
  | { readonly kind: 'regular' }
  /** The named payments less those of other names, each of its own flow. */
  | { readonly kind: 'less'; readonly of: readonly Subject[]; readonly flow: 'spending' | 'income' }
  /** `isAverage`: of each side the average payment. */
  /** `isWhich`: the larger of two names is asked for, and stands first. */
  /** `flows`: of each name its own, where one of them is income and the other spending. */
  | {
      readonly kind: 'compare';
      readonly sides: 'periods' | 'subjects';
      readonly isWhich?: true;
      readonly flows?: readonly ('spending' | 'income')[];
      readonly isAverage?: true;
      /** Of one name and one time: where each payment is the same, its price is asked for. */
      readonly isOfPrice?: true;
    };

export interface Query {
  readonly flow: Flow | 'saved';
  readonly measure: Measure;
  readonly filter: Filter;
  readonly periods: readonly Period[];
  /** The time begins on the day of the latest payment of this name. */
  readonly since?: Subject & { readonly flow: 'spending' | 'income' };
}
