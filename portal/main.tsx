// The portal: everything that a developer sees in a browser.

import { render } from 'preact';
import { App } from './shell/app.tsx';

const place = document.getElementById('app');
if (place) render(<App />, place);
