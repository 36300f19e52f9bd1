// The header of what the console's pages send beside the cookie.

export const PAGE_TOKEN = 'x-console-token';
