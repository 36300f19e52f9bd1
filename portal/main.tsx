// The portal: everything that a developer sees in a browser.

import { render } from 'preact';
import { App, begin } from './shell/app.tsx';

void begin();
const place = document.getElementById('app');
if (place) render(<App />, place);
