// Methods that the fetch API cannot express, such as TRACE: the server renames them and the API
// answers 405.

/** Prefix of the name that such a method gets. No route has it, so the answer is a 405. */
export const FOREIGN = 'X-';
