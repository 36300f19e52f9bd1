// The payments of an alert as a graph of the parties and as a table.

import { useLoad, WhenLoaded } from '../kit/load.tsx';
import { Id, Money, Table, Time } from '../kit/show.tsx';
import { formatMoney } from '../kit/text.ts';
import { bank, type Schemas } from '../shell/bank.ts';
import { environment } from '../shell/router.ts';

type Flow = Schemas['AmlFlows']['flows'][number];
type Party = Schemas['AmlFlows']['parties'][number];

/** Pixels of the drawing; it shrinks to the width of its card. */
const WIDTH = 720;
const ROW = 46;
const BOX = { width: 178, height: 34 };
const COLUMNS = [0, (WIDTH - BOX.width) / 2, WIDTH - BOX.width] as const;
const MAX_IN_COLUMN = 12;
const MAX_NAME_LENGTH = 22;

const nameOf = ({ name, accountId }: Party) => name ?? accountId ?? 'Cash';
const shorten = (text: string) =>
  text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH - 1)}…` : text;

export function Flows({ alertId }: { readonly alertId: string }) {
  const shownEnvironment = environment.value;
  const query = useLoad(
    () => bank.getAmlFlows({ amlAlertId: alertId, environment: shownEnvironment }),
    [alertId, shownEnvironment],
  );
  return (
    <WhenLoaded query={query}>
      {({ parties, flows }) => {
        const byKey = new Map(parties.map((party) => [party.key, party]));
        return (
          <>
            <Graph parties={parties} flows={flows} />
            <Table
              caption="Payments by payer and payee"
              emptyText="The payments of the alert no longer exist."
              rows={flows}
              columns={[
                { name: 'From', cell: ({ from }) => <PartyName party={byKey.get(from)} /> },
                { name: 'To', cell: ({ to }) => <PartyName party={byKey.get(to)} /> },
                { name: 'Payments', isNumber: true, cell: ({ payments }) => payments },
                {
                  name: 'Total',
                  isNumber: true,
                  cell: ({ amount, currency }) => <Money minor={amount} currency={currency} />,
                },
                { name: 'First', cell: ({ firstAt }) => <Time at={firstAt} /> },
                { name: 'Last', cell: ({ lastAt }) => <Time at={lastAt} /> },
              ]}
            />
          </>
        );
      }}
    </WhenLoaded>
  );
}

function PartyName({ party }: { readonly party: Party | undefined }) {
  if (party === undefined) return <>–</>;
  return (
    <>
      {nameOf(party)}
      {party.country === null ? '' : `, ${party.country}`}{' '}
      {party.accountId === null ? <span class="quiet">outside</span> : <Id id={party.accountId} />}
    </>
  );
}

interface FlowLayout {
  readonly parties: readonly Party[];
  readonly flows: readonly Flow[];
}

/** Returns the column: the left one for parties that only pay, the right one for payees only. */
function columnOf({ key, isOfAlert }: Party, flows: readonly Flow[]): 0 | 1 | 2 {
  const isPayer = flows.some(({ from }) => from === key);
  const isPayee = flows.some(({ to }) => to === key);
  if (isOfAlert || (isPayer && isPayee)) return 1;
  return isPayer ? 0 : 2;
}

function Graph({ parties, flows }: FlowLayout) {
  const columns = ([0, 1, 2] as const).map((column) =>
    parties.filter((party) => columnOf(party, flows) === column),
  );
  const visible = columns.map((column) => column.slice(0, MAX_IN_COLUMN));
  const rows = Math.max(1, ...visible.map(({ length }) => length));
  const height = rows * ROW;
  const boxes = new Map(
    visible.flatMap((column, index) =>
      column.map((party, row) => {
        const y = (height / (column.length + 1)) * (row + 1) - BOX.height / 2;
        return [party.key, { party, x: COLUMNS[index] ?? 0, y }] as const;
      }),
    ),
  );
  const max = Math.max(1, ...flows.map(({ amount }) => amount));
  const hiddenCount = parties.length - boxes.size;
  const label = `${parties.length} parties and ${flows.length} flows; the largest ${
    flows[0] ? formatMoney(flows[0].amount, flows[0].currency) : '–'
  }`;
  return (
    <figure>
      <svg class="flows" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
        {flows.map((flow) => {
          const [from, to] = [boxes.get(flow.from), boxes.get(flow.to)];
          if (!from || !to) return null;
          return (
            <path
              key={`${flow.from} ${flow.to} ${flow.currency}`}
              class="flow"
              d={drawCurve(from, to)}
              stroke-width={1 + (9 * flow.amount) / max}
            >
              <title>{formatMoney(flow.amount, flow.currency)}</title>
            </path>
          );
        })}
        {[...boxes.values()].map(({ party, x, y }) => (
          <g key={party.key} class={party.isOfAlert ? 'party alerted' : 'party'}>
            <rect x={x} y={y} width={BOX.width} height={BOX.height} rx="6" />
            <text x={x + 10} y={y + 22}>
              {shorten(nameOf(party))}
            </text>
          </g>
        ))}
      </svg>
      <figcaption class="quiet">
        Money goes from left to right; the width of a line is the amount.
        {hiddenCount > 0 ? ` ${hiddenCount} more parties are only in the table.` : ''}
      </figcaption>
    </figure>
  );
}

interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns a path from the right edge of one box to the left edge of the other; within a column,
 * around the right side.
 */
function drawCurve(from: Position, to: Position): string {
  const [startY, endY] = [from.y + BOX.height / 2, to.y + BOX.height / 2];
  const isBack = to.x <= from.x;
  const startX = from.x + BOX.width;
  const endX = isBack ? to.x + BOX.width : to.x;
  const bend = isBack ? 60 : (endX - startX) / 2;
  const second = isBack ? endX + bend : endX - bend;
  return `M ${startX} ${startY} C ${startX + bend} ${startY}, ${second} ${endY}, ${endX} ${endY}`;
}
