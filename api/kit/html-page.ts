// Renders the frame of an HTML page with the common head.

import { html } from 'hono/html';

type Part = ReturnType<typeof html>;

interface Head {
  readonly title: string;
  /** Addresses of the styles, in order. */
  readonly styles: readonly string[];
  /** Address of a module. */
  readonly script?: string;
  /**
   * The address of the module's first request, which the browser preloads while it reads the
   * module.
   */
  readonly preload?: string;
}

/**
 * Returns a whole page.
 * @param body the content of `<body>`
 */
export function htmlPage({ title, styles, script, preload }: Head, body: Part): Part {
  const links = styles.map((style) => html`<link rel="stylesheet" href="${style}">\n`);
  const module =
    script === undefined ? '' : html`<script type="module" src="${script}"></script>\n`;
  const preloadLink =
    preload === undefined
      ? ''
      : html`<link rel="preload" href="${preload}" as="fetch" crossorigin>\n`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${preloadLink}${links}${module}</head>
<body>${body}</body>
</html>
`;
}
