/**
 * `to` is a route of the application; `href` is a document outside of it: `newTab` opens it beside the page, `download`
 * saves it under that name. `state` goes with the address.
 */
export type LinkTarget =
  | { to: string; state?: object; href?: never; newTab?: never; download?: never }
  | { href: string; to?: never; state?: never; newTab?: boolean; download?: string };
