// Methods that the fetch API cannot express, such as TRACE: the server renames them and the API
// answers 405.

/** Prefix of the renamed methods. No route has such a method, so the answer is 405. */
export const RENAMED_METHOD_PREFIX = 'X-';
