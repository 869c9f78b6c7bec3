/** Names of the wire beside the calls: the page needs these at its start, and the table of calls never. */

/** Where the calls live on the product's host. */
export const apiBase = '/api/v1';

export const xsrfCookie = 'XSRF-TOKEN';
export const xsrfHeader = 'X-XSRF-TOKEN';
export const idempotencyHeader = 'Idempotency-Key';
export const totalCountHeader = 'X-Total-Count';
