"""Written by `npm run docs`."""
