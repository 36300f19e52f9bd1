// A validation report as one HTML file without external resources.

import { html, raw } from 'hono/html';
import { type Bars, type Line, type Plot, pathOf } from './plots.ts';
import type { Block, ValidationReport } from './report.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
.wide { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #8886; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; }
figure { margin: 0; } svg { width: 100%; height: auto; }
.frame, .reference, .version, .champion { fill: none; stroke: currentColor; }
.version, .champion { stroke-linecap: round; } .bar { fill: #2468c4; }
.frame { stroke-width: .6; opacity: .5; } .reference { stroke-dasharray: 2 3; opacity: .5; }
.version { stroke: #2468c4; stroke-width: 1.8; } .champion { stroke: #c45a24; stroke-width: 1.4; }
svg text { font-size: 8px; fill: currentColor; }
@media print { body { margin: 0; max-width: none; } figure, tr { break-inside: avoid; } }
`;

const SQUARE = { left: 24, top: 14, size: 180 };
const WIDTH = 216;
const HEIGHT = 222;

/** Returns the HTML file. */
export async function renderHtml({ title, asOf, blocks }: ValidationReport): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${raw(STYLE)}</style></head>
<body><h1>${title}</h1><p>As of <time>${asOf}</time>.</p>
${blocks.map(renderBlock)}
</body></html>
`;
  return String(page);
}

function renderBlock(block: Block) {
  switch (block.kind) {
    case 'heading':
      return html`<h2>${block.text}</h2>
`;
    case 'text':
      return html`<p>${block.text}</p>
`;
    case 'list':
      return html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>
`;
    case 'facts':
      return html`<dl>${block.facts.map(
        ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`,
      )}</dl>
`;
    case 'table':
      return renderTable(block);
    case 'plots':
      return html`<div class="plots">${block.plots.map(renderPlot)}</div>
`;
    case 'bars':
      return renderBars(block.bars);
  }
}

function renderTable({ columns, rows }: Extract<Block, { kind: 'table' }>) {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`);
  const body = rows.map(
    (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
  );
  return html`<div class="wide"><table><thead><tr>${head}</tr></thead>
<tbody>${body}</tbody></table></div>
`;
}

function renderPlot(plot: Plot) {
  const { left, top, size } = SQUARE;
  const path = (line: Line) => html`<path class="${line.style}" d="${pathOf(line, SQUARE)}"/>`;
  const legend = plot.lines.filter(({ style }) => style !== 'reference').map(({ name }) => name);
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${plot.title}">
<rect class="frame" x="${left}" y="${top}" width="${size}" height="${size}"/>
${plot.lines.map(path)}
<text x="${left}" y="10">${plot.up}: 0 to ${formatNumber(plot.top)}</text>
<text x="${left}" y="${top + size + 12}">${plot.across}</text>
</svg><figcaption>${plot.title}: ${legend.join(' (blue), ')}${legend.length > 1 ? ' (orange)' : ''}
</figcaption></figure>
`;
}

const BAR = { left: 170, most: 240, height: 9, step: 14, width: 480 };

function renderBars({ title, bars }: Bars) {
  const rows = bars.map(({ name, length, figure }, index) => {
    const top = index * BAR.step + 2;
    const barLength = Math.round(length * BAR.most);
    return html`<text x="${BAR.left - 6}" y="${top + 8}" text-anchor="end">${name}</text>
<rect class="bar" x="${BAR.left}" y="${top}" width="${barLength}" height="${BAR.height}"/>
<text x="${BAR.left + barLength + 5}" y="${top + 8}">${figure}</text>
`;
  });
  const height = bars.length * BAR.step + 4;
  return html`<figure><svg viewBox="0 0 ${BAR.width} ${height}" role="img" aria-label="${title}">
${rows}</svg><figcaption>${title}</figcaption></figure>
`;
}

/** Formats a number with at most four significant digits. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
